// Findings about the program to start, and about what is there in place of a server.
import { formatMisfit } from '../../service/read-manifest.ts';
import { type Case, chosenEntry, type FindingRule } from './case.ts';
import { belowRoot, type IndexedBuild } from './indexed.ts';
import type { ListedFile } from './listing.ts';
import { MANIFEST_FILE } from './wants.ts';

const INSTALLER = /\.(?:msi|msix|pkg|dmg|deb|rpm)$/i;
const INSTALLER_PROGRAM = /(?:setup|install(?:er)?)[-_ .\dvxwin]*\.exe$/i;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.(?:gz|xz|bz2|zst|lz4)|7z|rar)$/i;

/** A slipway.json that cannot be read: where, and what. */
export const invalidManifest: FindingRule = {
  code: 'invalid_manifest',
  find: ({ build, manifest: { found } }) =>
    found.problems.map((problem) => ({
      severity: 'block',
      path: build.root + MANIFEST_FILE,
      sentence: formatMisfit(problem),
      hint: 'Mend it or remove it. Its shape: {"program": "...", "arguments": [], "ports": {"game": {"protocol": "udp"}}}.',
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
      ? `is left out by the rule ${left.by.rule.pattern}`
      : entry
        ? 'is a folder'
        : 'is not in the build';
    return [
      {
        severity: 'block',
        path: build.root + path,
        sentence: `slipway.json names the program ${path}, which ${why}.`,
        hint: left
          ? 'Take it in after all, or write "!" and its name into .slipwayignore.'
          : 'Name the file to start by its path below the root of the build; large and small letters count.',
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
        sentence: isEmpty
          ? 'There is no file in this build.'
          : 'No program that could be started was found in this build.',
        hint: isEmpty
          ? 'Choose the folder that your engine exported the server into.'
          : 'Choose the folder that your engine exported, or put a slipway.json at its root that names the program.',
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
        sentence: `slipway.json names ${belowRoot(at.build, entry.path)}, which does not look like a program.`,
        hint: 'Name the file that starts the server: a program, a script that begins with #!, or a .js or .jar file.',
      },
    ];
  },
};

function isKnown(at: Case, { facts, path }: ListedFile): boolean {
  return (
    (facts !== undefined && facts.format !== 'godot-pack') ||
    /\.(?:[cm]?js|jar|dll)$/.test(path) ||
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
      sentence: `${path} is an installer, not a server: it asks people questions and puts files elsewhere.`,
      hint: 'Install it on your own machine, and take the folder that it made.',
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
        sentence: `There is nothing in it but the archive ${only.path}, which is not unpacked a second time.`,
        hint: 'Take that archive itself, or the folder that it holds.',
      },
    ];
  },
};

function onlyFile({ packed }: IndexedBuild): ListedFile | undefined {
  const files = packed.filter(({ type }) => type !== 'folder');
  return files.length === 1 ? files[0] : undefined;
}
