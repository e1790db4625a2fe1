// Whether the other side has the bytes that were meant: by the digest or the tag in its answer. Without either the part is
// sent, and no more is known.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Part } from '../journal/transfer-record.ts';
import { claimedBy, type PartAnswer } from '../wire/part-outcome.ts';
import type { Run } from './transfer-run.ts';

/** Throws a failure that passes when the other side has other bytes. */
export type Verifier = (part: Part, answer: PartAnswer) => Promise<'sent' | 'verified'>;

export function createVerifier(run: Run): Verifier {
  /** Tags that were no MD5 of their part, by part. */
  const odd = new Map<number, string>();
  let tagsAreMd5 = true;
  return async (part, answer) => {
    const { sha256, md5 } = claimedBy(answer);
    if (sha256 !== undefined) {
      if (sha256 === part.sha256) return 'verified';
      throw other(part);
    }
    if (md5 === undefined || !tagsAreMd5) return 'sent';
    if (md5 === (await md5Of(run, part))) return 'verified';
    // The same odd tag for the same bytes twice: then it is no MD5 at all, as some stores have it.
    if (odd.get(part.number) === md5) {
      tagsAreMd5 = false;
      return 'sent';
    }
    odd.set(part.number, md5);
    throw other(part);
  };
}

async function md5Of(run: Run, { offset, length }: Part): Promise<string> {
  const { packed } = run.record();
  const file = packed?.file ?? '';
  return await run.dependencies.partHashes.of({ file, offset, length, algorithm: 'md5' }, run.signal);
}

function other({ number, url }: Part): AppError {
  return new AppError('TRANSFER_MISMATCH', 'transfer.other-bytes-arrived', { host: new URL(url).host, part: number });
}
