// Joins the class names that apply.

/** The given names that are text, with a space between. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
