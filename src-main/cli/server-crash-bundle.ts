// `slipway servers crash-bundle`: what a crash left behind, without secrets, as a zip file for whoever mends the game.
import path from 'node:path';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { size } from '../../src-shared/size-text.ts';
import { textOf } from '../../src-shared/text/message.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, needed, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, plain, table } from './output.ts';
import { refuseOverwrite } from './refuse-overwrite.ts';
import { withTarget } from './with-target.ts';

export const bundleHelp: Command['options'] = [
  ['crash-bundle SERVER --output FILE', 'Write what the crash of an ended server left, without secrets, as a zip file'],
  ['crash-bundle --dry-run', 'Only say what would be inside'],
  ['crash-bundle --leave-out NAME', 'Leave a file out that --dry-run names (repeatable)'],
  ['crash-bundle --force', 'Replace a file that is there'],
];

const noNames: string[] = [];
const options = {
  ...placeOptions,
  output: { type: 'string' },
  'leave-out': { type: 'string', multiple: true, default: noNames },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

export async function runCrashBundle(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, options);
  const [id = ''] = exactly('servers', positionals, ['of which server, by its id']);
  const place = readPlace('servers', values);
  const { force, 'dry-run': isDryRun, 'leave-out': leaveOut } = values;
  const file = isDryRun ? '' : path.resolve(needed('servers', '--output', values.output));
  if (!isDryRun && !force) await refuseOverwrite(file);
  await withTarget(io, values, async ({ client, network }) => {
    const params = await findServer(client, await findPlace({ client }, place), id);
    await requireServer(client, params);
    const preview = await orNotOffered('crash_bundle', () => client.previewCrashBundle({ params }));
    requireOptional(preview, leaveOut);
    if (isDryRun) {
      answer(io, values.json, preview, () => previewText(preview));
      return;
    }
    const stopped = new AbortController();
    void stopSignal(io).then(() => stopped.abort());
    const { saveDownload } = await import('../core/servers/save-download.ts');
    const { url, bytes } = await client.makeCrashBundle({ params, body: { leave_out: [...leaveOut] } });
    const { signal } = stopped;
    await saveDownload({ network, url, file, signal, replaces: force, notSaved: 'server.bundle-not-saved' });
    answer(io, values.json, { file, bytes }, () => `Saved    ${file}, ${size(bytes)}\n`);
  });
}

type Preview = Awaited<ReturnType<ServiceClient['previewCrashBundle']>>;

function requireOptional({ files }: Preview, leaveOut: readonly string[]): void {
  const unknown = leaveOut.find((name) => !files.some((file) => file.name === name && file.optional));
  if (unknown !== undefined) throw usage('servers', `"${unknown}" is no file that can be left out. See --dry-run.`);
}

function previewText({ files, notes }: Preview): string {
  const rows = files.map(({ name, bytes, why, left_out: left }) => [name, size(bytes), textOf(left ?? why)]);
  return [table(['FILE', 'SIZE', 'WHY'], rows), ...notes.map((note) => `${plain(textOf(note))}\n`)].join('');
}
