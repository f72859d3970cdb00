// Copying to the clipboard, even if the page may not write to it directly.

/** Copy a text, and say whether that worked; `near` is an element of the dialog or page in which it happens. */
export async function copyText(text: string, near?: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text, near); // pages without https have no clipboard
  }
}

function copyByHand(text: string, near?: Element): boolean {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden-words";
  (near?.closest("dialog") ?? document.body).append(area); // behind a dialog nothing can be selected
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  before?.focus();
  return isDone;
}
