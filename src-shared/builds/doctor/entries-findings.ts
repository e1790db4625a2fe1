// Findings about archives and entries that cannot be read, packed or unpacked at all.
import { messageFor } from '../../text/message.ts';
import type { FindingRule } from './findings-input.ts';

/** How many entries an archive may have for Slipway to unpack it. */
export const MOST_ENTRIES = 500_000;
/** Above this many it is hardly a server alone. */
const MANY_ENTRIES = 100_000;

/** An archive that is damaged, or holds what must not be unpacked. */
export const notUnpackable: FindingRule = {
  code: 'not_unpackable',
  find: ({ build: { listing } }) => {
    if (listing.refusal === undefined) return [];
    const hint = messageFor('doctor.do-pack-again');
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
              sentence: messageFor('doctor.unreadable', { path: path === '' ? 'The folder' : path, why }),
              hint: messageFor('doctor.do-get-right-to-read'),
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
        sentence: messageFor('doctor.special-file', { path }),
        hint: messageFor('doctor.do-nothing-unless-needed'),
      })),
};

/** More files than are unpacked, or than a server has. */
export const tooManyFiles: FindingRule = {
  code: 'too_many_files',
  find: ({ build }) => {
    const count = build.packed.length;
    if (build.listing.isCut || count > MOST_ENTRIES) {
      const sentence = messageFor('doctor.too-many-entries', { limit: MOST_ENTRIES.toLocaleString('en') });
      return [{ severity: 'block', sentence, hint: ALONE }];
    }
    if (count <= MANY_ENTRIES) return [];
    const sentence = messageFor('doctor.many-entries', { count: count.toLocaleString('en') });
    return [{ severity: 'warn', sentence, hint: ALONE }];
  },
};

const ALONE = messageFor('doctor.do-choose-server-folder');
