// The manifest of an export: which files belong to it, and the SHA-256 of each. It is written in one spelling only, so
// that a changed byte of the manifest itself is seen as well.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { currentFormat } from '../../platform/storage/migrations.ts';
import { tables } from './tables.ts';

export const manifestName = 'manifest.json';
/** The only names that an export has, so none can lead out of it. */
const NAME =
  /^(?:[a-z_]+\.json|blobs\/[0-9a-f]{64}|unfinished\/[0-9a-f-]{36}\/[1-9]\d*|logs\/[0-9a-f-]{36}\/(?:\d{15}\.(?:log|idx)|figures\.json|sealed))$/;
const EXPORT_FORMAT = 2;
/** That of 0.1.0. */
const OLDEST_RECORDS_FORMAT = 8;

const manifest = z.object({
  slipway_export: z.int(),
  records_format: z.int(),
  /** How many values were left out. */
  left_out: z.int().min(1).optional(),
  files: z.record(z.string().regex(NAME), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Files = Readonly<Record<string, string>>;
type Read = { files: Files; recordsFormat: number; leftOut: number };

/** The tables that an export holds. */
export const exportedTables = tables.filter(({ isSecret, isOfHere }) => isSecret !== true && isOfHere !== true);

export function tableFile(name: string): string {
  return `${name}.json`;
}

type About = { recordsFormat?: number; leftOut?: number };

export function writeManifest(files: Files, { recordsFormat = currentFormat, leftOut = 0 }: About = {}): string {
  const sorted = Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const left = leftOut === 0 ? {} : { left_out: leftOut };
  const content = { slipway_export: EXPORT_FORMAT, records_format: recordsFormat, ...left, files: sorted };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** The files of an export and the format of its records, or a sentence about what keeps it from being brought in. */
export async function readManifest(folder: string): Promise<Read> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new AppError('DATA_EXPORT_DAMAGED', 'export.none', { folder, file: manifestName });
  const found = parse(text);
  if (found === undefined) throw exportDamaged(folder, `${manifestName} cannot be read`);
  const { records_format: recordsFormat, left_out: leftOut = 0 } = found;
  const isKnown = recordsFormat >= OLDEST_RECORDS_FORMAT && recordsFormat <= currentFormat;
  if (found.slipway_export !== EXPORT_FORMAT || !isKnown) {
    throw new AppError('DATA_EXPORT_DAMAGED', 'export.other-format', {
      folder,
      written: found.slipway_export,
      records: recordsFormat,
      known: EXPORT_FORMAT,
      known_records: currentFormat,
    });
  }
  if (writeManifest(found.files, { recordsFormat, leftOut }) !== text)
    throw exportDamaged(folder, `${manifestName} is not as it was written`);
  return { files: found.files, recordsFormat, leftOut };
}

export function exportDamaged(folder: string, what: string): AppError {
  return new AppError('DATA_EXPORT_DAMAGED', 'export.damaged', { folder, what });
}

function parse(text: string): z.infer<typeof manifest> | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
