// Goes on with an upload after a break: whatever was under way is pending again, and where the instance tells which parts it
// has, its word counts, checked by our own hash. Fresh addresses come with it.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { UploadPart } from '../../../../src-shared/service/uploads.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { isStored, type Part } from '../journal/transfer-record.ts';
import { claimedBy } from '../wire/part-outcome.ts';
import { requestsOf, withAddresses } from './check-parts.ts';
import { triesKept } from './parts-over-time.ts';
import { askToPrepare, readUpload } from './prepare.ts';
import { type Run, untilAnswered } from './transfer-run.ts';

export async function reconcile(run: Run): Promise<void> {
  const { upload_id } = run.record();
  const parts = run.parts().map((part): Part => (part.state === 'sending' ? { ...part, state: 'pending' } : part));
  if (upload_id === undefined) {
    run.setParts(parts);
    return;
  }
  const upload = await readUpload(run, upload_id);
  const theirs = new Map(upload.parts.map((part) => [part.byte_offset, part]));
  const moved = sameCut(withAddresses(parts, upload.parts));
  const checked: Part[] = [];
  for (const part of moved) checked.push(await compare(run, part, theirs.get(part.offset)));
  run.setParts(checked);
}

/** Only what the instance has with our hash is verified; what it does not have is sent again. */
async function compare(run: Run, part: Part, theirs: UploadPart | undefined): Promise<Part> {
  if (theirs?.received !== true) return missing(part, theirs?.bytes_held);
  const sha256 = part.sha256 ?? (await hashOfPart(run, part));
  const claimed = /sha-256=:([^:]+):/i.exec(theirs.content_digest ?? '')?.[1];
  if (claimed === undefined) return { ...part, sha256, state: await stateByTag(run, part, theirs) };
  const isSame = Buffer.from(claimed, 'base64').toString('hex') === sha256;
  return { ...part, sha256, state: isSame ? stateThere(part) : 'pending' };
}

/** A part in an object store has a tag, which most often is its MD5. One that is not says nothing. */
async function stateByTag(run: Run, { offset, length, state }: Part, { etag }: UploadPart): Promise<Part['state']> {
  const { md5 } = claimedBy({ headers: { etag } });
  const { file } = run.packed();
  const own = md5 && (await run.dependencies.partHashes.of({ file, offset, length, algorithm: 'md5' }, run.signal));
  if (own !== undefined && own === md5) return 'verified';
  return state === 'pending' ? 'pending' : 'sent';
}

function stateThere({ state }: Part): Part['state'] {
  return state === 'reused' ? 'reused' : 'verified';
}

/** What was there and is no more is said. */
function missing(part: Part, held: number | undefined): Part {
  const { kept: _, ...known } = part;
  const kept = keptOf(part, held);
  if (isStored(part))
    return { ...known, ...kept, state: 'pending', mishap: 'again', why: messageFor('transfer.part-not-kept') };
  return { ...known, ...kept, state: 'pending' };
}

function keptOf(part: Part, held: number | undefined): Pick<Part, 'kept' | 'tries'> {
  if (held === undefined) return {};
  const kept = Math.min(held, part.length - 1);
  return { kept, tries: triesKept(part, kept) };
}

export async function hashOfPart(run: Run, { offset, length, sha256 }: Part): Promise<string> {
  if (sha256 !== undefined) return sha256;
  return await run.dependencies.partHashes.of(
    { file: run.packed().file, offset, length, algorithm: 'sha256' },
    run.signal,
  );
}

/** New addresses for the same parts, after the old ones ran out. */
export async function renewAddresses(run: Run): Promise<void> {
  const { upload_id, build_id } = run.record();
  if (upload_id !== undefined) {
    const upload = await readUpload(run, upload_id);
    run.setParts(sameCut(withAddresses(run.parts(), upload.parts)));
    return;
  }
  const answer = await untilAnswered(run, () => askToPrepare(run));
  const moved = withAddresses(run.parts(), requestsOf(answer));
  if (answer.build === build_id && moved !== undefined) run.setParts(moved);
  else throw needsNewBuild();
}

function needsNewBuild(): AppError {
  return new AppError('TRANSFER_NEEDS_NEW_BUILD', 'transfer.addresses-too-old');
}

function sameCut(parts: Part[] | undefined): Part[] {
  if (parts !== undefined) return parts;
  throw new AppError('TRANSFER_NEEDS_NEW_BUILD', 'transfer.parts-changed');
}
