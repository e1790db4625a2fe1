// Checks that each folder is used from outside only through the files that faces.ts names as its face.
import path from 'node:path';
import { facedRoots, faces } from './faces.ts';
import { mayReachInside } from './layers.ts';
import { type Breach, codeEndings, isIn, readSources, relativeTargets, type Source } from './read-sources.ts';

type Faces = Readonly<Record<string, readonly string[]>>;

/** Tests and measures may look inside. */
export function findFaceBreaches(root: string, facesOf: Faces = faces): readonly Breach[] {
  const { sources } = readSources(root);
  const used = new Set<string>();
  const breaches: Breach[] = [];
  for (const source of sources) {
    if (mayReachInside.some((folder) => isIn(source.file, folder))) continue;
    for (const { target, line } of relativeTargets(source)) {
      const folder = path.posix.dirname(target);
      if (folder === path.posix.dirname(source.file) || !isFaced(target)) continue;
      used.add(target);
      if (facesOf[folder]?.includes(nameOf(target))) continue;
      const face = facesOf[folder] ?? [];
      const named = face.length > 0 ? `only through ${face.join(', ')}` : 'not at all';
      breaches.push({
        file: source.file,
        line,
        rule: `${folder} is used from outside ${named} (scripts/faces.ts), not through ${nameOf(target)}`,
      });
    }
  }
  return [...breaches, ...idleFaces(sources, used, facesOf)];
}

/** What a face names and nobody outside uses, or what is not there. */
function idleFaces(sources: readonly Source[], used: ReadonlySet<string>, facesOf: Faces): Breach[] {
  const files = sources.map(({ file }) => file).filter(isFaced);
  const folders = new Set([...files.map((file) => path.posix.dirname(file)), ...Object.keys(facesOf)]);
  return [...folders].flatMap((folder) => {
    const face = facesOf[folder];
    if (face === undefined) return [{ file: folder, line: 1, rule: 'names no face in scripts/faces.ts' }];
    const inUse = new Set([...used].filter((file) => path.posix.dirname(file) === folder).map(nameOf));
    return face
      .filter((name) => !inUse.has(name))
      .map((name) => ({ file: folder, line: 1, rule: `nobody outside uses ${name}: take it out of scripts/faces.ts` }));
  });
}

function isFaced(file: string): boolean {
  return facedRoots.some((root) => isIn(file, root)) && codeEndings.some((ending) => file.endsWith(ending));
}

function nameOf(file: string): string {
  return path.posix.basename(file).replace(/\.\w+$/, '');
}
