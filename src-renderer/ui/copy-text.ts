// Puts a text on the clipboard. Where the shell grants no clipboard permission, the old way by selection still works.

/** Answers whether the text is on the clipboard now. Must be called from a press. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const take = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', take, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', take);
  }
}
