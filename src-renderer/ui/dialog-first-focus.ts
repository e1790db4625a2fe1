// What a dialog begins on: its first field, else its main button, else the first button that does not close it. While none is there, itself.

const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea';
const KINDS = [FIELD, '[data-slot~="primary-button"]', '[data-slot~="button"]:not([data-slot~="icon-button"])'];

/** Never the button that closes it. */
export function firstFocusOf(dialog: HTMLElement | null): HTMLElement | true {
  for (const kind of KINDS) {
    const found = dialog?.querySelector<HTMLElement>(kind);
    if (found != null && found.offsetParent !== null) return found;
  }
  return dialog ?? true;
}
