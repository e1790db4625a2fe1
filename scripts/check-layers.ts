// Checks every import of the project against the tables in layers.ts and faces.ts, and that neither files nor folders import in a
// circle.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { findFaceBreaches } from './check-faces.ts';
import { findCycles } from './find-cycles.ts';
import { type Layer, layers, mayReachInside, moduleOf, serverFace, standaloneParts, surroundings } from './layers.ts';
import {
  type Breach,
  type Code,
  codeEndings,
  firstSegment,
  isIn,
  readSources,
  relativeTargets,
  resolveRelative,
  type Source,
  withoutQuery,
} from './read-sources.ts';
import { projectRoot } from './setup/project.mjs';

export function main(): void {
  const code = readSources(projectRoot);
  const breaches = [...findBreaches(code), ...findFaceBreaches(code)];
  for (const { file, line, rule } of breaches) console.log(`${file}:${line}: ${rule}`);
  if (breaches.length > 0) process.exitCode = 1;
}

export function findBreaches({ sources, unreadable }: Code): readonly Breach[] {
  return [...unreadable, ...sources.flatMap(breachesOf), ...cycleBreaches(sources), ...moduleCycleBreaches(sources)];
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
  const isOffered = target === serverFace || standaloneParts.some((part) => isIn(target, part));
  return isIn(target, 'embedded-server') && !isOffered;
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

/** File by file there may be no circle, and yet two folders that need each other. */
function moduleCycleBreaches(sources: readonly Source[]): Breach[] {
  const graph = new Map<string, Map<string, Breach>>();
  for (const source of sources) {
    const from = moduleOf(source.file);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? new Map<string, Breach>();
    graph.set(from, targets);
    for (const { target, line } of relativeTargets(source)) {
      const to = moduleOf(target);
      if (to === undefined || to === from || targets.has(to)) continue;
      targets.set(to, { file: source.file, line, rule: target });
    }
  }
  return findCycles([...graph.keys()], (folder) => [...(graph.get(folder)?.keys() ?? [])]).flatMap((cycle) => {
    const [folder = '', next = ''] = cycle;
    const edge = graph.get(folder)?.get(next);
    return edge ? [{ ...edge, rule: `folders import in a circle: ${[...cycle, folder].join(' -> ')}` }] : [];
  });
}

function layerOf(file: string): Layer | undefined {
  const fitting = layers.filter((layer) => isIn(file, layer.folder));
  return fitting.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}
