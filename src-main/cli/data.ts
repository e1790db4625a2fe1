// `slipway data`: checks, exports and imports a data folder that nobody has open.

import type { CheckReport } from '../core/local-service/closed-data-folder.ts';
import { appFolder, defaultDataFolder } from '../core/platform/app-folders.ts';
import { readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { counted } from './output.ts';

export const data: Command = {
  name: 'data',
  summary: 'Check, export or import the data of a service that does not run',
  usage:
    'data check [--data DIR] [--json] | data export DIR [--data DIR] [--with-secrets] | data import DIR --data DIR',
  words: ['check', 'export', 'import'],
  options: [
    ['check', 'Read every record and every byte, and say what is damaged; exit code 1 if anything is'],
    ['export DIR', 'Write everything but tokens and keys to an empty or new folder, as plain JSON and files'],
    ['import DIR', 'Bring an export into an empty or new data folder, which must be named'],
    ['--with-secrets', "Export the values of servers' environment variables as well"],
    ['--data DIR', `The data folder (${defaultDataFolder()})`],
    ['--json', 'Answer as one line of JSON'],
  ],
  run: runData,
};

export type DataOptions =
  | { work: 'check'; data: string; json: boolean }
  | { work: 'export'; folder: string; data: string; json: boolean; withSecrets: boolean }
  | { work: 'import'; folder: string; data: string; json: boolean };

async function runData(args: readonly string[], io: CommandIo): Promise<void> {
  const options = parseData(args, io);
  const say = (report: unknown, text: string) => io.stdout.write(options.json ? `${JSON.stringify(report)}\n` : text);
  const work = await import('../core/local-service/closed-data-folder.ts');
  switch (options.work) {
    case 'check': {
      const report = await work.checkDataFolder(options.data);
      say(report, checkText(report));
      if (report.damaged.length > 0) io.exitCode = 1;
      break;
    }
    case 'export': {
      const report = await work.exportDataFolder(options.data, options.folder, options);
      const listed = `Exported to ${report.folder}: ${counted(report.files, 'file')}, listed with their hashes in manifest.json.\n`;
      say(report, listed + leftOutText(report.left_out, 'With --with-secrets they are in it.'));
      break;
    }
    case 'import': {
      const report = await work.importDataFolder(options.folder, options.data);
      const imported = `Imported into ${report.data_folder}. It gets a token of its own when it is first started.\n`;
      say(report, imported + leftOutText(report.left_out, 'Give them again to servers that you start anew.'));
      break;
    }
  }
}

export function parseData(args: readonly string[], { env }: Pick<CommandIo, 'env'> = process): DataOptions {
  const { values, positionals } = parse(args);
  const [work, folder, more] = positionals;
  const { data: dataFolder = defaultDataFolder(appFolder(env)), json } = values;
  if (more !== undefined) throw usage('data', `There is one word too many: "${more}".`);
  if (work === 'check') {
    if (folder !== undefined)
      throw usage('data', `A check takes no word more; the folder is given as --data "${folder}".`);
    return { work, data: dataFolder, json };
  }
  if (work === 'import' && values.data === undefined)
    throw usage('data', 'Name the folder to import into with --data.');
  const move = parseMove(work, folder);
  if (move.work === 'export') return { ...move, data: dataFolder, json, withSecrets: values['with-secrets'] };
  if (values['with-secrets']) throw usage('data', 'Only an export can leave values out; --with-secrets goes with it.');
  return { ...move, data: dataFolder, json };
}

type Move = { work: 'export'; folder: string } | { work: 'import'; folder: string };

function parseMove(work: string | undefined, folder: string | undefined): Move {
  if (work !== 'export' && work !== 'import')
    throw usage('data', 'Say what to do with the data: check, export or import.');
  if (folder === undefined)
    throw usage('data', `Name the folder to ${work === 'export' ? 'export to' : 'import from'}.`);
  return { work, folder };
}

function parse(args: readonly string[]) {
  const options = {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    'with-secrets': { type: 'boolean', default: false },
  } as const;
  return readArguments('data', args, options);
}

function leftOutText(count: number, what: string): string {
  return count === 0 ? '' : `Without the values of ${count} environment variables of servers. ${what}\n`;
}

function checkText({ data_folder: folder, damaged, notes, checked }: CheckReport): string {
  const { games, versions, builds, blobs, parts, bytes, logs } = checked;
  const read = [
    counted(games, 'game'),
    counted(versions, 'version'),
    counted(builds, 'build'),
    counted(blobs, 'stored file'),
    `${counted(parts, 'received part')} (${bytes} bytes) and ${counted(logs, 'log')}`,
  ].join(', ');
  const verdict = damaged.length === 0 ? `Nothing in ${folder} is damaged` : `Damaged in ${folder}: ${damaged.length}`;
  return [
    ...damaged.map(({ sentence }) => sentence),
    ...notes.map((note) => `Note: ${note}`),
    `${verdict}. Read: ${read}.`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}
