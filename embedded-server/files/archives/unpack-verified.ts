// Unpacks a stored build while its bytes are hashed, so that none runs whose bytes are not the ones that were uploaded.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { Thread } from '../../platform/threads/open-thread.ts';
import { storedDamaged } from './archive-entry.ts';
import type { Unpacked, UnpackOptions } from './unpack.ts';
import type { UnpackCalls } from './unpack-calls.ts';

type UnpackThreads = { unpacking: Thread<UnpackCalls>; checking: Thread<UnpackCalls> };

export async function unpackVerified(
  { unpacking, checking }: UnpackThreads,
  { sha256, ...options }: UnpackOptions & { id: number; sha256: string },
  signal: AbortSignal,
): Promise<Unpacked> {
  const giveUp = new AbortController();
  const both = AbortSignal.any([signal, giveUp.signal]);
  const check = async () => {
    if ((await checking.call('hash', options.file, both)) !== sha256) throw storedDamaged();
  };
  const hashed = check();
  const unpacked = unpacking.call('unpack', options, both);
  // What cannot be read as an archive may just be damaged here, and then packing it again would not help.
  unpacked.catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'BUILD_INVALID') giveUp.abort(thrown);
  });
  hashed.catch((thrown: unknown) => giveUp.abort(thrown));
  const [hash, result] = await Promise.allSettled([hashed, unpacked]);
  signal.throwIfAborted();
  if (hash.status === 'rejected') throw hash.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Says that the file of a stored build is gone, where that is why. */
export function explainMissing(thrown: unknown): unknown {
  if (errorCode(thrown) !== 'ENOENT') return thrown;
  return new AppError('BUILD_INVALID', 'archive.stored-missing', {}, { cause: thrown });
}
