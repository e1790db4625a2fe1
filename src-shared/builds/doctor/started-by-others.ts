// Reads from files that a build carries for other tools which of its files is to be started, and what it is called.
import type { IndexedBuild } from './indexed.ts';

/** `node <options> <file> <arguments>`, as start scripts mostly are. */
const NODE_START = /^node\s+(?:--\S+\s+)*([^\s-]\S*)(.*)$/;
/** What a shell would read as something other than words. */
const SHELL_SYNTAX = /[$&|;<>`()*?~#\\\n]/;
const WORDS = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/** What package.json starts: `node <file>` of its start script, or its main file. Without one, the only script there is. */
export function packageProgram(build: IndexedBuild): string | undefined {
  const json = parsedPackage(build);
  const main = field(json, 'main');
  const named = startOf(json)[0] ?? (typeof main === 'string' ? main : undefined);
  if (named === undefined) return onlyScript(build);
  const path = named.replace(/^\.\//, '');
  return [path, `${path}.js`, `${path}/index.js`].find((each) => build.at(each)?.type === 'file');
}

/** What the start script of package.json gives its program; a port as the place of the number that each server gets. */
export function packageArguments(build: IndexedBuild): string[] {
  const [, rest = ''] = startOf(parsedPackage(build));
  if (SHELL_SYNTAX.test(rest)) return [];
  const words = [...rest.matchAll(WORDS)].map(([word]) => word.replaceAll(/["']/g, ''));
  return words.map((word, at) => {
    if (/^--?port$/.test(words[at - 1] ?? '')) return word.replace(/^\d{1,5}$/, '{port}');
    return word.replace(/^(--?port=)\d{1,5}$/, '$1{port}');
  });
}

/** The file that the start script gives to node, and the rest of its line. */
function startOf(json: unknown): string[] {
  const start = field(field(json, 'scripts'), 'start');
  return typeof start === 'string' ? (NODE_START.exec(start.trim())?.slice(1) ?? []) : [];
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
