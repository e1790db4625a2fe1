// Reads from files that a build carries for other tools which of its files is to be started, and what it is called.
import type { IndexedBuild } from './indexed.ts';

/** What package.json starts: `node <file>` of its start script, or its main file. Without one, the only script there is. */
export function packageProgram(build: IndexedBuild): string | undefined {
  const json = parsedPackage(build);
  const start = field(field(json, 'scripts'), 'start');
  const [, started] = typeof start === 'string' ? (/^node\s+(?:--\S+\s+)*([^\s-]\S*)/.exec(start) ?? []) : [];
  const main = field(json, 'main');
  const named = started ?? (typeof main === 'string' ? main : undefined);
  if (named === undefined) return onlyScript(build);
  const path = named.replace(/^\.\//, '');
  return [path, `${path}.js`, `${path}/index.js`].find((each) => build.at(each)?.type === 'file');
}

/** What package.json calls it, without the scope before it. */
export function packageName(build: IndexedBuild): string | undefined {
  const name = field(parsedPackage(build), 'name');
  return typeof name === 'string' ? /^(?:@[^/]+\/)?([^/]{1,214})$/.exec(name)?.[1] : undefined;
}

/** Which version package.json says that it is. */
export function packageVersion(build: IndexedBuild): string | undefined {
  const version = field(parsedPackage(build), 'version');
  return typeof version === 'string' && /^\d[\w.+-]{0,63}$/.test(version) ? version : undefined;
}

/** A build may be one script and nothing else. */
function onlyScript({ top, packed }: IndexedBuild): string | undefined {
  const [only] = top;
  return packed.length === 1 && only !== undefined && /\.[cm]?js$/.test(only.path) ? only.path : undefined;
}

function parsedPackage(build: IndexedBuild): unknown {
  try {
    return JSON.parse(build.text('package.json') ?? 'null');
  } catch {
    return undefined; // its own tools say what is wrong with it; here it only does not help
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What itch.io's own manifest says to play. */
export function itchProgram(build: IndexedBuild): string | undefined {
  const text = build.text('.itch.toml') ?? '';
  const [, path] = /^[ \t]*path[ \t]*=[ \t]*"([^"\n]+)"/m.exec(text) ?? [];
  const below = path?.replace(/^\.\//, '');
  return below !== undefined && build.at(below)?.type === 'file' ? below : undefined;
}
