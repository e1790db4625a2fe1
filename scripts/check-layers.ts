// Checks every import of the project against the table in layers.ts, and that there are no import cycles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { findCycles } from './find-cycles.ts';
import { type Import, importsOf } from './imports-of.ts';
import { type Layer, layers, mayReachInside, serverFace, serverThreads, surroundings } from './layers.ts';
import { projectRoot } from './setup/project.mjs';

export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

interface Source {
  readonly file: string;
  readonly imports: readonly Import[];
}

const codeEndings = ['.ts', '.tsx', '.mjs', '.js'];

export function main(): void {
  const breaches = findBreaches(projectRoot);
  for (const { file, line, rule } of breaches) console.log(`${file}:${line}: ${rule}`);
  if (breaches.length > 0) process.exitCode = 1;
}

export function findBreaches(root: string): readonly Breach[] {
  const sources: Source[] = [];
  const breaches: Breach[] = [];
  for (const file of codeFiles(root)) {
    try {
      sources.push({ file, imports: importsOf(file, readFileSync(path.join(root, file), 'utf8')) });
    } catch (error) {
      breaches.push({
        file,
        line: 1,
        rule: `cannot be parsed: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }
  for (const source of sources) breaches.push(...breachesOf(source));
  return [...breaches, ...cycleBreaches(sources)];
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

function breachesOf({ file, imports }: Source): Breach[] {
  const layer = layerOf(file);
  if (!layer && !surroundings.includes(firstSegment(file))) {
    return [{ file, line: 1, rule: 'belongs to no layer of scripts/layers.ts: move it into one' }];
  }
  return imports.flatMap(({ specifier, line }) => {
    const rule = brokenRule(file, layer, specifier);
    return rule ? [{ file, line, rule }] : [];
  });
}

/** A file around the app has no layer; it only keeps the rules about relative imports. */
function brokenRule(file: string, layer: Layer | undefined, specifier: string | undefined): string | undefined {
  if (specifier === undefined)
    return layer && 'a dynamic import must name its module as a plain string, so that it can be checked';
  if (specifier.startsWith('.')) return brokenRelativeRule(file, layer, withoutQuery(specifier));
  return layer && brokenPackageRule(layer, specifier);
}

function brokenRelativeRule(file: string, layer: Layer | undefined, specifier: string): string | undefined {
  const target = resolveRelative(file, specifier);
  if (!path.posix.extname(target)) return `'${specifier}' must carry its file extension`;
  if (reachesInsideServer(file, target)) {
    return `only ${serverFace} may be imported from outside the server, not ${target}`;
  }
  return layer && brokenLayerRule(layer, target);
}

function reachesInsideServer(file: string, target: string): boolean {
  if (isIn(file, 'embedded-server') || mayReachInside.some((folder) => isIn(file, folder))) return false;
  return isIn(target, 'embedded-server') && target !== serverFace && !isIn(target, serverThreads);
}

function brokenLayerRule(layer: Layer, target: string): string | undefined {
  const isAllowed = [layer.folder, ...layer.project].some((place) => isIn(target, place));
  if (!isAllowed) return `${layer.folder} must not import ${target}`;
  const ending = path.posix.extname(target);
  const endings = [...codeEndings, '.json', ...(layer.assets ?? [])];
  return endings.includes(ending) ? undefined : `${layer.folder} must not import ${ending} files`;
}

function brokenPackageRule(layer: Layer, specifier: string): string | undefined {
  if (specifier.startsWith('node:'))
    return layer.node ? undefined : `${layer.folder} must not import Node's '${specifier}'`;
  if (builtinModules.includes(specifier)) return `write 'node:${specifier}' for Node's own '${specifier}'`;
  if (/^[/#~]|^\w+:/.test(specifier)) return `'${specifier}' is neither a relative path nor a package`;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return layer.packages.includes(name) ? undefined : `${layer.folder} must not import the package '${name}'`;
}

function cycleBreaches(sources: readonly Source[]): Breach[] {
  const graph = new Map(sources.map((source) => [source.file, relativeTargets(source)]));
  const targetsOf = (file: string) => graph.get(file)?.map(({ target }) => target) ?? [];
  return findCycles([...graph.keys()], targetsOf).map((cycle) => {
    const [file = '', next = file] = cycle;
    const line = graph.get(file)?.find(({ target }) => target === next)?.line ?? 1;
    return { file, line, rule: `imports in a circle: ${[...cycle, file].join(' -> ')}` };
  });
}

function relativeTargets({ file, imports }: Source): { target: string; line: number }[] {
  return imports.flatMap(({ specifier, line }) =>
    specifier?.startsWith('.') ? [{ target: resolveRelative(file, withoutQuery(specifier)), line }] : [],
  );
}

function layerOf(file: string): Layer | undefined {
  const fitting = layers.filter((layer) => isIn(file, layer.folder));
  return fitting.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function resolveRelative(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}

function withoutQuery(specifier: string): string {
  return specifier.replace(/\?.*$/, '');
}

function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function firstSegment(file: string): string {
  return file.split('/')[0] ?? file;
}
