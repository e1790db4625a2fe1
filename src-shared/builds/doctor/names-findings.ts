// Findings about names that some systems cannot hold, and links that lead nowhere or out of the build.
import { messageFor } from '../../text/message.ts';
import type { Case, FindingRule } from './findings-input.ts';
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
      const isReported = inside.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
      inside.add(path);
      // What is in two folders of one name collides as well; the folders say enough.
      if (isReported) continue;
      found.push({
        severity: target === 'linux' ? 'warn' : 'block',
        path,
        sentence: messageFor('doctor.same-name', { path, other }),
        hint: messageFor('doctor.do-rename-one'),
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
        sentence: messageFor('doctor.name-not-for-windows', { path }),
        hint: severity === 'block' ? messageFor('doctor.do-rename') : messageFor('doctor.do-rename-for-windows'),
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
            ? messageFor('doctor.too-deep', { limit: MOST_DEPTH })
            : messageFor('doctor.path-too-long', { length: path.length, limit: WINDOWS_PATH }),
          hint: messageFor('doctor.do-shorten-path'),
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
        sentence: messageFor('doctor.name-not-utf-8', { path }),
        hint: messageFor('doctor.do-rename-simply'),
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
    sentence: messageFor('doctor.link-outside', { path, target }),
    hint: messageFor('doctor.do-link-within'),
  }),
  nowhere: (path, target) => ({
    severity: 'warn',
    sentence: messageFor('doctor.link-leads-nowhere', { path, target }),
    hint: messageFor('doctor.do-remove-link-or-add'),
  }),
  round: (path, target) => ({
    severity: 'block',
    sentence: messageFor('doctor.link-to-itself', { path, target }),
    hint: messageFor('doctor.do-remove-link'),
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
