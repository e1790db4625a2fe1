// The paths of the table as the router writes them, and as a pattern that knows their addresses.

/** Sets of kept folders are numbered; all else has ids. */
const NUMBER = '([1-9]\\d{0,4})';
const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** What only resembles the path, with an id that is none, is no address of it. The ids are caught in their order. */
export function addressPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll('{slot}', NUMBER)
      .replaceAll(/\{\w+\}/g, ID)}$`,
  );
}
