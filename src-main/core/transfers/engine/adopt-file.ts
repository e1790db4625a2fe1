// Gives the packed file to an instance in this app: it takes the file itself, under the same states as one that is sent.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { uploadGone } from './prepare.ts';
import { type Run, untilAnswered } from './transfer-run.ts';

/** Whether all of it was handed over. Otherwise, as where there is no such way, it is to be sent. */
export async function handOver(run: Run): Promise<boolean> {
  const [part, ...more] = run.parts();
  if (part?.state !== 'pending' || more.length > 0) return false;
  return await untilAnswered(run, () => handOverOnce(run, part.number));
}

async function handOverOnce(run: Run, number: number): Promise<boolean> {
  const record = run.record();
  const { packed, upload_id } = record;
  const give = run.dependencies.handOver?.(record);
  if (give === undefined || packed === undefined || upload_id === undefined) return false;
  const { file, sha256, kind, seal } = packed;
  run.mark(number, 'sending', { sha256 });
  try {
    // Nobody writes into a pack any more; into a file of the person's own they may.
    const order = { upload_id, file, sha256, mayLink: kind === 'folder', seal };
    await give(order, run.signal, (bytes) => run.onTaken(number, bytes));
    run.mark(number, 'verified');
    return true;
  } catch (thrown) {
    run.mark(number, 'pending');
    throw explained(asAppError(thrown));
  }
}

function explained(error: AppError): AppError {
  if (error.code === 'UPLOAD_NOT_FOUND') return uploadGone(error);
  if (error.code !== 'UPLOAD_INVALID') return error;
  return new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.do-send-as-new', { why: error.message }, { cause: error });
}
