// Checks that each folder is used from outside only through the files that faces.ts names as its face.
import path from 'node:path';
import { facedRoots, faces } from './faces.ts';
import { mayReachInside } from './layers.ts';
import { type Breach, type Code, codeEndings, isIn, relativeTargets, type Source } from './read-sources.ts';

type Faces = Readonly<Record<string, readonly string[]>>;

/** Tests and measures may look inside. */
export function findFaceBreaches({ sources }: Code, facesOf: Faces = faces): readonly Breach[] {
  const entries = sources.filter(({ file }) => !mayReachInside.some((folder) => isIn(file, folder))).flatMap(entriesOf);
  const breaches = entries.filter(({ folder, name }) => facesOf[folder]?.includes(name) !== true);
  return [
    ...breaches.map(({ file, line, folder, name }) => ({ file, line, rule: pastFace(folder, name, facesOf[folder]) })),
    ...idleFaces(sources, entries, facesOf),
  ];
}

/** An import of a file of another folder that is a module. */
interface Entry {
  readonly file: string;
  readonly line: number;
  readonly folder: string;
  readonly name: string;
}

function entriesOf(source: Source): Entry[] {
  return relativeTargets(source)
    .filter(({ target }) => isFaced(target) && path.posix.dirname(target) !== path.posix.dirname(source.file))
    .map(({ target, line }) => ({ file: source.file, line, folder: path.posix.dirname(target), name: nameOf(target) }));
}

function pastFace(folder: string, name: string, face: readonly string[] = []): string {
  const named = face.length > 0 ? `only through ${face.join(', ')}` : 'not at all';
  return `${folder} is used from outside ${named} (scripts/faces.ts), not through ${name}`;
}

/** What a face names and nobody outside uses, or what is not there. */
function idleFaces(sources: readonly Source[], entries: readonly Entry[], facesOf: Faces): Breach[] {
  const files = sources.map(({ file }) => file).filter(isFaced);
  const folders = new Set([...files.map((file) => path.posix.dirname(file)), ...Object.keys(facesOf)]);
  return [...folders].flatMap((folder) => {
    const face = facesOf[folder];
    if (face === undefined) return [{ file: folder, line: 1, rule: 'names no face in scripts/faces.ts' }];
    const inUse = new Set(entries.filter((entry) => entry.folder === folder).map(({ name }) => name));
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
