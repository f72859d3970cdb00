// Single letters that work wherever the focus is, except while typing or with a modifier key.

export const hasModifier = (event: KeyboardEvent): boolean => event.altKey || event.ctrlKey || event.metaKey;

/** May this key act as a shortcut? */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false;
  const { target } = event;
  return !(target instanceof Element && target.closest("input, select, textarea, dialog, [contenteditable]") !== null);
}
