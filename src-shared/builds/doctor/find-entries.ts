// Findings about archives and entries that cannot be read, packed or unpacked at all.
import type { FindingRule } from './case.ts';

/** How many entries an archive may have for Slipway to unpack it. */
export const MOST_ENTRIES = 500_000;
/** Above this many it is hardly a server alone. */
const MANY_ENTRIES = 100_000;

/** An archive that is damaged, or holds what must not be unpacked. */
export const notUnpackable: FindingRule = {
  code: 'not_unpackable',
  find: ({ build: { listing } }) => {
    if (listing.refusal === undefined) return [];
    const hint =
      'No server can be started from it. Pack the folder again, with Slipway or another tool, and upload that.';
    return [{ severity: 'block', sentence: listing.refusal, hint }];
  },
};

/** Files and folders that may not be read. */
export const unreadable: FindingRule = {
  code: 'unreadable',
  find: ({ build }) =>
    build.packed.flatMap(({ path, unreadable: why }) =>
      why === undefined
        ? []
        : [
            {
              severity: 'block',
              path,
              sentence: `${path === '' ? 'The folder' : path} cannot be read: ${why}.`,
              hint: 'Give yourself the right to read it, or leave it out with .slipwayignore.',
            },
          ],
    ),
};

/** Pipes, sockets and devices, which no archive holds. */
export const specialFile: FindingRule = {
  code: 'special_file',
  find: ({ build }) =>
    build.packed
      .filter(({ type, unreadable: why }) => type === 'other' && why === undefined)
      .map(({ path }) => ({
        severity: 'info',
        path,
        sentence: `${path} is a pipe, a socket or a device, and is not packed.`,
        hint: 'Nothing to do, unless the server needs it: then it has to make it when it starts.',
      })),
};

/** More files than are unpacked, or than a server has. */
export const tooManyFiles: FindingRule = {
  code: 'too_many_files',
  find: ({ build }) => {
    const count = build.packed.length;
    if (build.listing.isCut || count > MOST_ENTRIES) {
      const sentence = `There are more than ${MOST_ENTRIES.toLocaleString('en')} files and folders in it, more than Slipway unpacks.`;
      return [{ severity: 'block', sentence, hint: ALONE }];
    }
    if (count <= MANY_ENTRIES) return [];
    const sentence = `There are ${count.toLocaleString('en')} files and folders in it, more than servers have. Packing and unpacking them takes minutes.`;
    return [{ severity: 'warn', sentence, hint: ALONE }];
  },
};

const ALONE = 'Choose the folder of the server alone, or leave folders out with .slipwayignore.';
