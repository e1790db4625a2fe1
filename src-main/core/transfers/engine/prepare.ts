// The step before the bytes: asks the instance for a build and where its parts go. It can be asked again under the same key.
import { imageKindOf } from '../../../../embedded-server/index.ts';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { BuildKind, PrepareBuildAnswer } from '../../../../src-shared/service/builds.ts';
import type { Upload } from '../../../../src-shared/service/uploads.ts';
import type { Packed } from '../../pack/pack-model.ts';
import { environmentOf, type TransferFacts } from '../journal/transfer-record.ts';
import { planParts, requestsOf } from './check-parts.ts';
import { wantedPartSize } from './part-size.ts';
import { isNotOffered } from './passing-failures.ts';
import { planReuse, type ReusePlan } from './reuse.ts';
import { type Run, untilAnswered } from './transfer-run.ts';

/** A file that fits into one part of the usual size needs no second one. */
export const ONE_PART = 16 * 1024 * 1024;

export async function prepare(run: Run): Promise<void> {
  const packed = run.packed();
  if (run.record().versions_before === undefined) {
    run.change(await untilAnswered(run, () => lookAtGame(run)));
  }
  const reuse = await planReuse(run);
  const answer = await untilAnswered(run, () => askToPrepare(run, reuse));
  const parts = planParts(requestsOf(answer), run.record().packed?.bytes ?? packed.bytes);
  const upload = await untilAnswered(run, () => findUpload(run, answer.build));
  run.setParts(parts, { build_id: answer.build, ...upload, step: 'parts' });
}

/** The same request each time, so that the same key brings the same build where that is known. */
export async function askToPrepare(run: Run, reuse?: ReusePlan): Promise<PrepareBuildAnswer> {
  const record = run.record();
  const packed = run.packed();
  const partSize = partSizeFor(run, packed);
  return await run.dependencies.client(record).prepareBuild(
    {
      params: environmentOf(record),
      body: {
        name: record.name,
        image_tag: packed.sha256.slice(0, 12),
        image_file: { path: packed.name, content_length: packed.bytes },
        kind: record.kind ?? (await kindOf(packed, run.signal)),
        compression: packed.compression,
        ...(reuse === undefined ? {} : { reuse }),
        ...(partSize === undefined ? {} : { part_size: partSize }),
        // What is handed over goes in one piece.
        multipart_upload:
          reuse !== undefined ||
          (packed.bytes > (partSize ?? ONE_PART) && run.dependencies.adopterFor?.(record) === undefined),
      },
    },
    { idempotencyKey: record.key, once: true, signal: run.signal },
  );
}

/** Another service may refuse what it does not know. */
function partSizeFor({ dependencies, record }: Run, { bytes }: Packed): number | undefined {
  const { isOurs, journal, lineLimit } = dependencies;
  if (isOurs?.(record()) !== true) return undefined;
  const line = Math.min(journal.lineTo(record().target) ?? Infinity, lineLimit?.() ?? Infinity);
  return wantedPartSize(bytes, Number.isFinite(line) ? line : undefined);
}

/** What is there before: the versions to tell the new one by, and how people call the place. */
async function lookAtGame(run: Run): Promise<Partial<TransferFacts>> {
  const record = run.record();
  const options = { once: true, signal: run.signal };
  const { game } = await run.dependencies.client(record).getGame({ params: { game_id: record.game_id } }, options);
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === record.namespace_id);
  return {
    versions_before: game.versions.map((version) => version.version_id),
    game_name: game.display_name,
    namespace_name: namespace?.name_id,
  };
}

/** The upload of a build, where the instance tells what it has of one. */
async function findUpload(run: Run, build_id: string): Promise<Pick<TransferFacts, 'upload_id' | 'keeps_torn'>> {
  const record = run.record();
  const client = run.dependencies.client(record);
  const options = { once: true, signal: run.signal };
  try {
    const params = { ...environmentOf(record), build_id };
    const { build } = await client.getBuild({ params }, options);
    const { upload } = await client.getUpload({ params: { upload_id: build.upload_id } }, options);
    return { upload_id: build.upload_id, keeps_torn: upload.keeps_torn_parts };
  } catch (thrown) {
    if (isNotOffered(asAppError(thrown))) return { upload_id: undefined, keeps_torn: undefined };
    throw thrown;
  }
}

/** What the instance has of the upload now. */
export async function readUpload(run: Run, upload_id: string): Promise<Upload> {
  const read = async () => {
    const options = { once: true, signal: run.signal };
    return (await run.dependencies.client(run.record()).getUpload({ params: { upload_id } }, options)).upload;
  };
  try {
    return await untilAnswered(run, read);
  } catch (thrown) {
    if (asAppError(thrown).code === 'UPLOAD_NOT_FOUND') throw uploadGone(asAppError(thrown));
    throw thrown;
  }
}

export function uploadGone(cause: AppError): AppError {
  return new AppError('TRANSFER_NEEDS_NEW_BUILD', 'transfer.upload-removed', { why: cause.toMessage() }, { cause });
}

/** A saved image goes by its content, as it may have any name; it would be no build that runs if it were taken for an archive. */
async function kindOf({ name, file, kind }: Packed, signal: AbortSignal): Promise<BuildKind> {
  if (/\.(?:js|mjs|cjs)$/.test(name)) return 'javascript';
  return (kind === 'folder' ? undefined : await imageKindOf(file, signal)) ?? 'archive';
}
