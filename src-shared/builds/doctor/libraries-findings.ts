// Findings about shared libraries: what the program, and the libraries of the build that it loads, will look for in vain.
import { messageFor } from '../../text/message.ts';
import { type Case, chosenEntry, type FindingRule } from './findings-input.ts';
import type { IndexedBuild } from './indexed.ts';
import type { ListedFile, Machine, ProgramFacts } from './listing.ts';
import type { Finding } from './report.ts';

type Elf = Extract<ProgramFacts, { format: 'elf' }>;
type Loaded = { entry: ListedFile; facts: Elf };

/** Libraries that are neither in the build, where the program looks, nor in the system. Reported for this machine's programs only. */
export const missingLibrary: FindingRule = {
  code: 'missing_library',
  find: (at) => {
    if (at.machine.os !== 'linux') return [];
    const beside = namesOf(at.build);
    const found: Omit<Finding, 'code'>[] = [];
    const seen = new Set<string>();
    const waiting = programsToLoad(at);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.entry.path)) continue;
      seen.add(next.entry.path);
      for (const name of next.facts.needed ?? []) {
        const own = ownLibrary(at.build, next, name);
        if (own !== undefined) waiting.push(own);
        else if (at.machine.hasLibrary(name, next.facts.cpus[0] ?? 'other') === false) {
          found.push(wordsOf(next.entry.path, name, beside.get(name)));
        }
      }
    }
    return found;
  },
};

function wordsOf(path: string, name: string, elsewhere: string | undefined): Omit<Finding, 'code'> {
  if (elsewhere === undefined) {
    return {
      severity: 'warn',
      path,
      sentence: messageFor('doctor.library-missing', { program: path, library: name }),
      hint: messageFor('doctor.do-add-library', { library: name }),
    };
  }
  return {
    severity: 'warn',
    path,
    sentence: messageFor('doctor.library-not-found-there', { program: path, library: name, place: elsewhere }),
    hint: messageFor('doctor.do-link-with-rpath'),
  };
}

/** The chosen program; behind a script, which may set the way to libraries, nothing can be known. */
function programsToLoad(at: Case): Loaded[] {
  const entry = chosenEntry(at);
  if (entry?.facts?.format !== 'elf' || !canRun(entry.facts, at.machine)) return [];
  return [{ entry, facts: entry.facts }];
}

/** With another loader than this system's, its libraries are other ones as well. */
function canRun(facts: Elf, machine: Machine): boolean {
  const hasLoader = facts.interpreter !== undefined && machine.hasFile(facts.interpreter);
  return facts.os === 'linux' && facts.cpus.includes(machine.cpu) && hasLoader;
}

function ownLibrary(build: IndexedBuild, { entry, facts }: Loaded, name: string): Loaded | undefined {
  const folder = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf('/')));
  for (const runPath of facts.runPaths) {
    const place = placeOf(folder, runPath);
    const library = place === undefined ? undefined : followed(build, place === '' ? name : `${place}/${name}`);
    if (library?.facts?.format === 'elf') return { entry: library, facts: library.facts };
  }
  return undefined;
}

/** A library's name is often a link to one with its version. */
function followed(build: IndexedBuild, path: string): ListedFile | undefined {
  let entry = build.byPath.get(path);
  for (let links = 0; entry?.type === 'link' && links < 8; links += 1) {
    const folder = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf('/')));
    entry = build.byPath.get(joined(folder, entry.linkTarget ?? '') ?? '');
  }
  return entry;
}

function placeOf(folder: string, runPath: string): string | undefined {
  const [, rest] = /^\$(?:ORIGIN|\{ORIGIN\})(?:\/(.*))?$/.exec(runPath) ?? [];
  if (/^\$(?:ORIGIN|\{ORIGIN\})$/.test(runPath)) return folder;
  return rest === undefined ? undefined : joined(folder, rest);
}

/** The path from a folder on; undefined where it leaves the build. */
function joined(folder: string, path: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.join('/');
}

/** Where the build has a library of each name, wherever that is. */
function namesOf({ packed }: IndexedBuild): Map<string, string> {
  const libraries = packed.filter(({ path }) => path.includes('.so'));
  return new Map(libraries.map(({ path }) => [path.slice(path.lastIndexOf('/') + 1), path]));
}
