// Findings about the program to start, and about what is there in place of a server.
import { formatMisfit } from '../../service/manifest-misfit.ts';
import { messageFor } from '../../text/message.ts';
import { MANIFEST_FILE } from './files-to-open.ts';
import { type Case, chosenEntry, type FindingRule } from './findings-input.ts';
import { belowRoot, type IndexedBuild } from './indexed.ts';
import type { ListedFile } from './listing.ts';
import { rivalsOf } from './rank-programs.ts';
import { itchProgram } from './started-by-others.ts';
import { UNSURE_PROGRAM } from './what-stops.ts';

const INSTALLER = /\.(?:msi|msix|pkg|dmg|deb|rpm)$/i;
const INSTALLER_PROGRAM = /(?:setup|install(?:er)?)[-_ .\dvxwin]*\.exe$/i;
/** How many programs one sentence names. */
const MOST_NAMED = 5;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.(?:gz|xz|bz2|zst|lz4)|7z|rar)$/i;

/** A slipway.json that cannot be read: where, and what. */
export const invalidManifest: FindingRule = {
  code: 'invalid_manifest',
  find: ({ build, manifest: { found } }) =>
    found.problems.map((problem) => ({
      severity: 'block',
      path: build.root + MANIFEST_FILE,
      sentence: formatMisfit(problem),
      hint: messageFor('manifest.do-mend'),
    })),
};

/** A field of slipway.json that nothing reads, mostly a slip. */
export const unknownField: FindingRule = {
  code: 'unknown_field',
  find: ({ build, manifest: { unknown } }) =>
    unknown.map(({ line, column, message }) => ({
      severity: 'warn',
      path: build.root + MANIFEST_FILE,
      sentence: messageFor('manifest.unknown-at', { line, column, message }),
      hint: messageFor('manifest.do-rename-field'),
    })),
};

/** The program that slipway.json names is not in the package. */
export const missingProgram: FindingRule = {
  code: 'missing_program',
  find: ({ build, manifest: { manifest } }) => {
    if (manifest === undefined) return [];
    const path = plain(manifest.program);
    const entry = build.at(path);
    if (entry !== undefined && entry.type !== 'folder') return [];
    const left = build.leftOut.find((each) => each.entry.path === build.root + path);
    const why = left
      ? messageFor('doctor.left-out-by-rule', { rule: left.by.rule.pattern })
      : entry
        ? messageFor('path.is-folder')
        : messageFor('doctor.not-in-build');
    return [
      {
        severity: 'block',
        path: build.root + path,
        sentence: messageFor('doctor.named-program-missing', { program: path, why }),
        hint: left ? messageFor('doctor.do-take-in') : messageFor('doctor.do-name-by-path'),
      },
    ];
  },
};

/** A program's path as the build's entries have it. */
export function plain(program: string): string {
  return program
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

/** Nothing in the build can be started. */
export const noProgram: FindingRule = {
  code: 'no_program',
  find: ({ build, chosen, manifest }) => {
    const wasRead = build.listing.refusal === undefined;
    if (!wasRead || chosen !== undefined || manifest.manifest !== undefined) return [];
    const isEmpty = !build.packed.some(({ type }) => type === 'file');
    return [
      {
        severity: 'block',
        sentence: isEmpty ? messageFor('doctor.no-file') : messageFor('doctor.no-program'),
        hint: isEmpty ? messageFor('doctor.do-choose-exported-folder') : messageFor('doctor.do-choose-or-name-program'),
      },
    ];
  },
};

/** What slipway.json names is no program of any kind that we know. */
export const strangeProgram: FindingRule = {
  code: 'strange_program',
  find: (at) => {
    const entry = chosenEntry(at);
    const isNamed = at.manifest.manifest !== undefined && entry?.type === 'file';
    if (!isNamed || (at.programs[0]?.format !== undefined && isKnown(at, entry))) return [];
    return [
      {
        severity: 'warn',
        path: entry.path,
        sentence: messageFor('doctor.named-program-odd', { program: belowRoot(at.build, entry.path) }),
        hint: messageFor('doctor.do-name-start-file'),
      },
    ];
  },
};

/** None of several programs stands out as the server, and neither an engine nor the build says which it is. */
export const unsureProgram: FindingRule = {
  code: UNSURE_PROGRAM,
  find: ({ build, chosen, programs, engine, manifest }) => {
    const isGuess = engine.name === 'native' || engine.name === 'rust';
    if (!isGuess || chosen === undefined || manifest.manifest !== undefined) return [];
    if (chosen.path === itchProgram(build)) return [];
    const rivals = rivalsOf(chosen, programs);
    if (rivals.length === 0) return [];
    const all = [chosen, ...rivals].map(({ path }) => path);
    return [
      {
        severity: 'warn',
        path: build.root + chosen.path,
        sentence: messageFor('doctor.unsure-program', { programs: all.slice(0, MOST_NAMED).join(', ') }),
        hint: messageFor('doctor.do-choose-program', { example: `{"program": "${chosen.path}"}` }),
      },
    ];
  },
};

function isKnown(at: Case, { facts, path }: ListedFile): boolean {
  return (
    (facts !== undefined && facts.format !== 'godot-pack') ||
    /\.(?:[cm]?js|py|jar|dll)$/.test(path) ||
    at.machine.os === 'windows'
  );
}

/** An installer in place of the server that it would install. */
export const installer: FindingRule = {
  code: 'installer',
  find: ({ build, chosen }) => {
    const found = build.top.filter(({ path }) => isInstaller(belowRoot(build, path)));
    const isAll = chosen === undefined || isInstaller(chosen.path);
    return (isAll ? found : []).map(({ path }) => ({
      severity: 'block',
      path,
      sentence: messageFor('doctor.installer', { path }),
      hint: messageFor('doctor.do-install-and-take-folder'),
    }));
  },
};

function isInstaller(name: string): boolean {
  return INSTALLER.test(name) || INSTALLER_PROGRAM.test(name);
}

/** A folder that holds nothing but one archive. */
export const nestedArchive: FindingRule = {
  code: 'nested_archive',
  find: ({ build }) => {
    const only = onlyFile(build);
    if (only === undefined || !ARCHIVE.test(only.path)) return [];
    return [
      {
        severity: 'block',
        path: only.path,
        sentence: messageFor('doctor.archive-within', { path: only.path }),
        hint: messageFor('doctor.do-take-archive-itself'),
      },
    ];
  },
};

function onlyFile({ packed }: IndexedBuild): ListedFile | undefined {
  const files = packed.filter(({ type }) => type !== 'folder');
  return files.length === 1 ? files[0] : undefined;
}
