// `slipway pack`: makes the pack of a folder that a push would send, or says beforehand what would be in it.
import { stat } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { PackOrder } from '../core/pack/pack-folder.ts';
import type { Compression } from '../core/pack/pack-model.ts';
import type { Packer } from '../core/pack/packer.ts';
import { appFolder, packsFolder } from '../core/platform/app-folders.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { packedText, stopsPacking, surveyText } from './pack-text.ts';
import { findSecrets } from './push-doctor.ts';

const COMPRESSIONS: readonly Compression[] = ['zstd', 'gzip', 'none'];

export const pack: Command = {
  name: 'pack',
  summary: 'Pack a folder into one archive, the same bytes for the same files',
  usage: 'pack FOLDER [--out FILE] [--dry-run [--against MANIFEST]] [options]',
  options: [
    ['--out FILE', 'Where to write it, with its list of files as FILE.manifest.json (default: the cache of packs)'],
    [
      '--dry-run',
      'Write nothing: say what would be packed, what is left out and why; ends with 1 if something stops it',
    ],
    ['--against FILE', 'With --dry-run: the manifest of an earlier pack, to say what changed since'],
    ['--compression KIND', `${COMPRESSIONS.join(', ')} (zstd)`],
    ['--keep PATTERN', 'Do not leave out what this default pattern names, like *.pdb (repeatable)'],
    ['--allow-secret PATH', 'Pack this file although it looks like a secret (repeatable)'],
    ['--fix-line-ends', 'Give scripts with the line ends of Windows those of Linux, in the pack alone'],
    ['--json', 'Answer as one line of JSON'],
  ],
  run: runPack,
};

export type PackCommand = { json: boolean; order: PackOrder; dryRun: boolean; against: string | undefined };

async function runPack(args: readonly string[], io: CommandIo): Promise<void> {
  const command = parsePack(args, io);
  const { createPacker } = await import('../core/pack/packer.ts');
  const packer = createPacker(new URL('../core/pack/pack-thread.ts', import.meta.url));
  const stopped = new AbortController();
  void stopSignal(io).then(() => stopped.abort(new AppError('CANCELLED', 'cli.pack-stopped')));
  try {
    const { answer, text, isStopped } = await answerOf(packer, command, stopped.signal);
    await keepWithinBounds(packer, command, io);
    if (isStopped) io.exitCode = 1;
    io.stdout.write(command.json ? `${JSON.stringify(answer)}\n` : text);
  } finally {
    await packer.close();
  }
}

/** A pack that went to the cache makes room there. */
async function keepWithinBounds(packer: Packer, { order: { place }, dryRun }: PackCommand, io: CommandIo) {
  if (dryRun || !('cache' in place)) return;
  const { evictOldPacks } = await import('../core/transfers/journal/evict-packs.ts');
  const own = { packer, cache: place.cache, appFolder: appFolder(io.env) };
  await evictOldPacks(own, ({ message }) => io.stderr.write(`${message}\n`));
}

async function answerOf(packer: Packer, { order, dryRun, against }: PackCommand, signal: AbortSignal) {
  // A file is taken as it is, so nothing is written of it anyway.
  const isFile = (await stat(order.source).catch(() => undefined))?.isFile() === true;
  if (isFile && against !== undefined)
    throw usage('pack', `--against compares a folder, and ${order.source} is a file.`);
  if (dryRun && !isFile) {
    const survey = await packer.survey({ source: order.source, options: order.options, against }, signal);
    return { answer: survey, text: surveyText(survey), isStopped: stopsPacking(survey) };
  }
  const secrets = await findSecrets(order.source, order.options, signal);
  if (secrets !== undefined) throw secrets;
  const packed = await packer.pack(order, { signal });
  return { answer: packed, text: packedText(packed), isStopped: false };
}

export function parsePack(args: readonly string[], { env }: Pick<CommandIo, 'env'> = process): PackCommand {
  const { values, positionals } = parse(args);
  const [source, more] = positionals;
  if (source === undefined) throw usage('pack', 'Name the folder to pack.');
  if (more !== undefined) throw usage('pack', `There is one word too many: "${more}".`);
  const { out, against, 'dry-run': dryRun } = values;
  if (dryRun && out !== undefined) throw usage('pack', 'A dry run writes nothing, so it takes no --out.');
  if (!dryRun && against !== undefined) throw usage('pack', '--against goes with --dry-run.');
  const place = out === undefined ? { cache: packsFolder(env) } : { file: out };
  const options = {
    keep: values.keep,
    allowSecrets: values['allow-secret'],
    fixLineEnds: values['fix-line-ends'],
  };
  const order = { source, place, compression: parseCompression(values.compression), options };
  return { json: values.json, dryRun, against, order };
}

function parseCompression(word: string): Compression {
  const kind = COMPRESSIONS.find((each) => each === word);
  if (kind === undefined) throw usage('pack', `--compression takes ${COMPRESSIONS.join(', ')}, not "${word}".`);
  return kind;
}

function parse(args: readonly string[]) {
  const noValues: string[] = [];
  const options = {
    out: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    against: { type: 'string' },
    compression: { type: 'string', default: 'zstd' },
    keep: { type: 'string', multiple: true, default: noValues },
    'allow-secret': { type: 'string', multiple: true, default: noValues },
    'fix-line-ends': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const;
  return readArguments('pack', args, options);
}
