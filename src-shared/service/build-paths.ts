// Paths below the root of a build, as a slipway.json names them. Pure.

/** How large a file may be in which places are filled in: configuration is small. */
export const MOST_TEMPLATE_BYTES = 1_048_576;

/** As it is compared and used: without `./` in front and a slash behind. */
export function plainBuildPath(text: string): string {
  return text.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** Whether it is the path of something below a root, on every system. */
export function isBelowRoot(path: string): boolean {
  if (/[\\\0:]/.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
