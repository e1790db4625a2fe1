// The paths of the table as the router writes them.

export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
