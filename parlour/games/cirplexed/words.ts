// A move of Cirplexed! in the list of moves: what stands behind the player's name.
export default function phrase(text: string): string {
  const [tile, cell] = text.split(" ");
  return cell === undefined ? text : `lays ${tile} at ${cell}`;
}
