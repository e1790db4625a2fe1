// The code of the project with what each file imports, for the checks of who may import whom.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Import, importsOf } from './imports-of.ts';
import { layers, surroundings } from './layers.ts';

export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

export interface Source {
  readonly file: string;
  readonly imports: readonly Import[];
}

/** The code below a folder, and what of it could not be parsed. */
export interface Code {
  readonly sources: readonly Source[];
  readonly unreadable: readonly Breach[];
}

export const codeEndings = ['.ts', '.tsx', '.mjs', '.js'];

/** All code of the project with its imports, and what could not be parsed. */
export function readSources(root: string): Code {
  const sources: Source[] = [];
  const unreadable: Breach[] = [];
  for (const file of codeFiles(root)) {
    try {
      sources.push({ file, imports: importsOf(file, readFileSync(path.join(root, file), 'utf8')) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      unreadable.push({ file, line: 1, rule: `cannot be parsed: ${message}` });
    }
  }
  return { sources, unreadable };
}

function codeFiles(root: string): string[] {
  const top = new Set([...layers.map((layer) => firstSegment(layer.folder)), ...surroundings]);
  const folders = [...top].filter((folder) => existsSync(path.join(root, folder)));
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
      .filter((file) => codeEndings.some((ending) => file.endsWith(ending)) && !file.endsWith('.d.ts'))
      .toSorted(),
  );
}

export function relativeTargets({ file, imports }: Source): { target: string; line: number }[] {
  return imports.flatMap(({ specifier, line }) =>
    specifier?.startsWith('.') ? [{ target: resolveRelative(file, withoutQuery(specifier)), line }] : [],
  );
}

export function resolveRelative(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}

export function withoutQuery(specifier: string): string {
  return specifier.replace(/\?.*$/, '');
}

export function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

export function firstSegment(file: string): string {
  return file.split('/')[0] ?? file;
}
