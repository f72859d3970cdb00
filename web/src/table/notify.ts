// Notifies a player whose attention is elsewhere that it is their turn.
import { settings } from "../settings.svelte";

let audio: AudioContext | undefined;

/** Two soft notes. */
function chime(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const [k, pitch] of [523.25, 659.25].entries()) {
      const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + k * 0.13;
      tone.type = "sine";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, start);
      loudness.gain.linearRampToValueAtTime(0.08, start + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.45);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    }
  } catch {
    // No sound available: the title shows it, too.
  }
}

function note(title: string, table: string): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { tag: `parlour-${table}`, icon: "/favicon.svg" });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications only from a service worker.
  }
}

export function notifyTurn(title: string, table: string): void {
  if (settings.sound) chime();
  if (settings.notifies && document.visibilityState === "hidden") note(title, table);
}
