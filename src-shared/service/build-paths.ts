// Paths below the root of a build, as a slipway.json names them. Pure.

/** How many of them a list takes, and of how many bytes. */
export const BUILD_PATHS = { entries: 16, text: [1, 200] } as const;

/** As it is compared and used: without `./` in front and a slash behind. */
export function plainBuildPath(text: string): string {
  return text.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

/** Which of these folders a file is in, by its plain path. */
export function folderAround(folders: readonly string[], file: string): string | undefined {
  return folders.map(plainBuildPath).find((folder) => file.startsWith(`${folder}/`));
}

/** Whether it is the path of something below a root, on every system. */
export function isBelowRoot(path: string): boolean {
  if (/[\\\0:]/.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
