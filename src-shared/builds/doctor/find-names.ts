// Findings about names that some systems cannot hold, and links that lead nowhere or out of the build.
import type { Case, FindingRule } from './case.ts';
import type { IndexedBuild } from './indexed.ts';
import type { Finding } from './report.ts';

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?: *\..*)?$/i;
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]|[. ]$/u;
const WINDOWS_PATH = 259;
const MOST_LINKS = 40;
const MOST_DEPTH = 64;

/** Names that differ in case or in how their accents are written, and so are one name on Windows and macOS. */
export const caseCollision: FindingRule = {
  code: 'case_collision',
  find: ({ build, machine, chosen }) => {
    const target = chosen?.os ?? machine.os;
    const seen = new Map<string, string>();
    const inside = new Set<string>();
    const found: Omit<Finding, 'code'>[] = [];
    for (const path of namesOf(build)) {
      const folded = path.normalize('NFC').toLowerCase();
      const other = seen.get(folded);
      if (other === undefined) {
        seen.set(folded, path);
        continue;
      }
      const isTold = inside.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
      inside.add(path);
      // What is in two folders of one name collides as well; the folders say enough.
      if (isTold) continue;
      found.push({
        severity: target === 'linux' ? 'warn' : 'block',
        path,
        sentence: `${path} and ${other} are one and the same name on Windows and macOS; there, one would replace the other.`,
        hint: 'Rename one of them.',
      });
    }
    return found;
  },
};

/** All entries and folders, each once, folders before what is in them. */
function namesOf({ packed, allFolders }: IndexedBuild): Set<string> {
  return new Set([...[...allFolders].toSorted(), ...packed.map(({ path }) => path)]);
}

/** Names that Windows cannot hold. */
export const windowsName: FindingRule = {
  code: 'windows_name',
  find: ({ build, machine, chosen }) => {
    const severity = (chosen?.os ?? machine.os) === 'windows' ? 'block' : 'info';
    return build.packed
      .filter(({ path }) => path.split('/').some(isForbidden))
      .map(({ path }) => ({
        severity,
        path,
        sentence: `Windows cannot hold the name ${path}: it is reserved, or has a character or an end that Windows forbids.`,
        hint: severity === 'block' ? 'Rename it.' : 'Rename it if the build is ever to run on Windows.',
      }));
  },
};

function isForbidden(name: string): boolean {
  return FORBIDDEN.test(name) || RESERVED.test(name);
}

/** Paths that are too long for many programs on Windows, and folders that are nested without an end in sight. */
export const longPath: FindingRule = {
  code: 'long_path',
  find: ({ build, machine, chosen }) =>
    build.packed
      .filter(({ path }) => path.length > WINDOWS_PATH || path.split('/').length > MOST_DEPTH)
      .map(({ path }) => {
        const isDeep = path.split('/').length > MOST_DEPTH;
        const isWindows = (chosen?.os ?? machine.os) === 'windows';
        return {
          severity: isDeep ? 'block' : isWindows ? 'warn' : 'info',
          path,
          sentence: isDeep
            ? `This path is nested more than ${MOST_DEPTH} folders deep, which Slipway does not unpack.`
            : `This path is ${path.length} characters long. Many programs on Windows stop at ${WINDOWS_PATH}.`,
          hint: 'Move it nearer to the root, or shorten the names of its folders.',
        };
      }),
};

/** Names that were no text that we know, and came out with marks in place of letters. */
export const unreadableName: FindingRule = {
  code: 'unreadable_name',
  find: ({ build }) =>
    build.packed
      .filter(({ path }) => path.includes('\uFFFD'))
      .map(({ path }) => ({
        severity: 'warn',
        path,
        sentence: `The name ${path} is not written in UTF-8, so that it cannot be kept as it is.`,
        hint: 'Rename it with letters that every system knows.',
      })),
};

/** Links out of the build, and links to what is not there. */
export const badLink: FindingRule = {
  code: 'bad_link',
  find: (at) =>
    at.build.packed.flatMap(({ path, type, linkTarget }) => {
      if (type !== 'link') return [];
      const end = endOf(at, path, linkTarget ?? '');
      return end === undefined ? [] : [{ path, ...linkWords[end](path, linkTarget ?? '') }];
    }),
};

type Words = (path: string, target: string) => Pick<Finding, 'severity' | 'sentence' | 'hint'>;
const linkWords: Readonly<Record<'outside' | 'nowhere' | 'round', Words>> = {
  outside: (path, target) => ({
    severity: 'block',
    sentence: `${path} is a link to ${target}, which is outside the build. Unpacking refuses such links.`,
    hint: 'Put the file itself there, or link to a file of the build by a relative path.',
  }),
  nowhere: (path, target) => ({
    severity: 'warn',
    sentence: `${path} is a link to ${target}, and there is nothing, or nothing that is packed.`,
    hint: 'Remove the link, or put what it leads to into the build.',
  }),
  round: (path, target) => ({
    severity: 'block',
    sentence: `${path} is a link to ${target} that leads back to itself.`,
    hint: 'Remove the link.',
  }),
};

type End = keyof typeof linkWords;

function endOf(at: Case, path: string, target: string): End | undefined {
  const place = followLink(at, path, target);
  if (typeof place === 'string') return place;
  return isThere(at.build, place.join('/')) ? undefined : 'nowhere';
}

/** Goes along a link and the links on its way, as the system would; answers where that leads. */
function followLink({ build }: Case, path: string, target: string): readonly string[] | End {
  const bottom = segmentsOf(build.root).length;
  const here = segmentsOf(path).slice(0, -1);
  const left: string[] = [];
  let links = 0;
  const turn = (to: string): End | undefined => {
    links += 1;
    left.push(...segmentsOf(to).toReversed());
    return isAbsolute(to) ? 'outside' : links > MOST_LINKS ? 'round' : undefined;
  };
  let end = turn(target);
  for (let next = left.pop(); end === undefined && next !== undefined; next = left.pop()) {
    const entry = next === '..' ? undefined : build.byPath.get([...here, next].join('/'));
    if (entry?.type === 'link') end = turn(entry.linkTarget ?? '');
    else if (next !== '..') here.push(next);
    else if (here.length <= bottom) end = 'outside';
    else here.pop();
  }
  return end ?? here;
}

function isAbsolute(target: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(target);
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

function isThere({ byPath, allFolders }: IndexedBuild, path: string): boolean {
  return path === '' || byPath.has(path) || allFolders.has(path);
}
