// `slipway backup`: what a backup of `slipway serve --backup` holds, and a data folder made from it.
import path from 'node:path';
import { size } from '../../src-shared/size-text.ts';
import type { BackupTarget, Restored } from '../core/local-service/closed-data-folder.ts';
import { exactly, needed, readArguments, usage } from './arguments.ts';
import { openBackupPlace, parseBackupPlace, whileStoreAnswers } from './backup-place.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { answer, counted, table } from './output.ts';
import { refuseS3Options, type S3Values, s3Help, s3Options } from './s3-place.ts';

const json = { type: 'boolean', default: false } as const;

export const backup: Command = {
  name: 'backup',
  summary: 'List the backups that slipway serve --backup keeps, or restore one',
  usage: 'backup list PLACE [--json] | backup restore PLACE --data DIR [--copy NAME] [--json]',
  words: ['list', 'restore'],
  options: [
    ['list PLACE', 'The copies of the records there, the newest first: in DIR, s3://BUCKET/PREFIX or ssh://HOST/DIR'],
    ['restore PLACE', 'Create a data folder from the newest copy, with its builds, kept folders and tokens'],
    ['--data DIR', 'The data folder to make; one that is empty or not there'],
    ['--copy NAME', 'Restore this copy of the records in place of the newest'],
    ...s3Help,
    ['--json', 'Answer as one line of JSON'],
  ],
  run: async ([work, ...args], io) => {
    if (work === 'list') await runList(args, io);
    else if (work === 'restore') await runRestore(args, io);
    else throw usage('backup', 'Say what to do: list or restore.');
  },
};

async function runList(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('backup', args, { ...s3Options, json });
  const target = await targetOf(positionals, values, io);
  const { listBackup } = await import('../core/local-service/closed-data-folder.ts');
  const copies = await whileStoreAnswers(() => listBackup(target), 'command');
  const listed = copies.map(({ name, generation, at, bytes }) => ({
    name,
    generation,
    at: new Date(at).toISOString(),
    bytes,
  }));
  answer(io, values.json, { copies: listed }, () => {
    if (listed.length === 0) return 'There is no backup there.\n';
    return table(
      ['COPY', 'MADE', 'SERVICE', 'SIZE'],
      listed.map(({ name, generation, at, bytes }) => [name, at, String(generation), size(bytes)]),
    );
  });
}

async function runRestore(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('backup', args, {
    data: { type: 'string' },
    copy: { type: 'string' },
    ...s3Options,
    json,
  });
  const data = needed('backup', '--data', values.data);
  const target = await targetOf(positionals, values, io);
  const { restoreBackup } = await import('../core/local-service/closed-data-folder.ts');
  const folder = path.resolve(data);
  const restored = await whileStoreAnswers(() => restoreBackup(target, folder, values.copy), 'command');
  answer(io, values.json, restored, () => restoredText(restored));
}

async function targetOf(positionals: readonly string[], values: S3Values, io: CommandIo): Promise<BackupTarget> {
  const [text = ''] = exactly('backup', positionals, ['where the backup is']);
  const place = parseBackupPlace(text, values);
  if (!('s3' in place)) refuseS3Options(values);
  return await openBackupPlace(place, io.env);
}

export function restoredText({ data_folder: folder, at, missing }: Restored): string {
  const lacking =
    missing.length === 0
      ? ''
      : `The backup lacks ${counted(missing.length, 'file')} that its records name; slipway data check says of which builds.\n`;
  return `Restored ${folder} as it was at ${at}.\n${lacking}`;
}
