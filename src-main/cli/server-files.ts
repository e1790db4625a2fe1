// `slipway servers files`: the folders that a namespace keeps over its servers - listed, downloaded, snapshotted, restored, emptied.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { KeptSet, KeptSnapshot } from '../../src-shared/service/kept.ts';
import { size } from '../../src-shared/size-text.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, readArguments, usage, wholeNumber } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { ID_BEGINNING } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer, counted, table } from './output.ts';
import { refuseOverwrite } from './refuse-overwrite.ts';
import { withTarget } from './with-target.ts';

export const filesHelp: Command['options'] = [
  ['files', 'List the kept folders of the namespace, and their snapshots'],
  ['files list PATH', 'List what is in one of them'],
  ['files download [PATH]', 'Download a file, or a folder as a .tar.gz (all of them)'],
  ['files download -o, --output FILE', 'Where to write it (its own name, here)'],
  ['files download --force', 'Replace a file that is there'],
  ['files snapshot', 'Take a snapshot of all of them'],
  [
    'files restore SNAPSHOT',
    'Put a snapshot in their place; what they hold becomes a snapshot. No server may have them',
  ],
  ['files empty', 'Empty them; what they hold becomes a snapshot. No server may have them'],
  ['files delete SNAPSHOT --yes', 'Delete a snapshot for good'],
  ['files --set N', 'Which set of them, where the namespace keeps several servers (1)'],
];

const options = {
  ...placeOptions,
  output: { type: 'string', short: 'o' },
  set: { type: 'string', default: '1' },
  yes: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];
type Work = (io: CommandIo, values: Values, more: readonly string[]) => Promise<void>;

const works: Readonly<Record<string, Work>> = {
  list: (io, values, [where]) => (where === undefined ? listSets(io, values) : listFiles(io, values, where)),
  download: (io, values, [where = '']) => download(io, values, where),
  snapshot: (io, values) => snapshot(io, values),
  restore: (io, values, more) => restore(io, values, oneSnapshot(more)),
  empty: (io, values) => empty(io, values),
  delete: (io, values, more) => remove(io, values, oneSnapshot(more)),
};

export async function runFiles(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, options);
  const [word = 'list', ...more] = positionals;
  const work = Object.hasOwn(works, word) ? works[word] : undefined;
  if (work === undefined) {
    throw usage('servers', `Say what to do with the kept files: ${Object.keys(works).join(', ')}.`);
  }
  if (more.length > 1) throw usage('servers', `"files ${word}" takes one thing, not ${more.length}.`);
  await work(io, values, more);
}

function oneSnapshot(more: readonly string[]): string {
  const [id = ''] = exactly('servers', more, ['which snapshot, by its id; "servers files" lists them']);
  return id;
}

/** Where the set is, as calls name it. */
async function at(io: CommandIo, values: Values, changes: boolean) {
  const request = readPlace('servers', values);
  const slot = String(wholeNumber('servers', '--set', values.set));
  return async <T>(work: (client: Client, params: Params, network: Target['network']) => Promise<T>): Promise<T> =>
    await withTarget(io, values, async (target) => {
      if (changes) refuseReadOnly(target);
      const { game, namespace } = await findPlace(target, request);
      const params = { game_id: game.game_id, namespace_id: namespace.namespace_id, slot };
      return await orNotOffered('kept_folders', () => work(target.client, params, target.network));
    });
}

type Target = Parameters<Parameters<typeof withTarget>[2]>[0];
type Client = Target['client'];
type Params = { game_id: string; namespace_id: string; slot: string };

async function listSets(io: CommandIo, values: Values): Promise<void> {
  const place = await at(io, values, false);
  const { sets } = await place((client, params) => client.listKept({ params }));
  answer(io, values.json, { sets }, () =>
    sets.length === 0
      ? 'Nothing is kept yet. Name folders in the "keep" of the slipway.json of a build, and start a server of it.\n'
      : sets.map(textOfSet).join('\n'),
  );
}

function textOfSet({ slot, server_id: server, folders, snapshots }: KeptSet): string {
  const used = server === undefined ? 'no server has it now' : `server ${server} has it`;
  const rows = folders.map((one) => [one.path, String(one.files), size(one.bytes)]);
  const kept = `Set ${slot}, ${used}\n${table(['FOLDER', 'FILES', 'SIZE'], rows)}`;
  if (snapshots.length === 0) return kept;
  return `${kept}${table(['SNAPSHOT', 'TAKEN', 'FILES', 'SIZE', 'WHY'], snapshots.map(rowOfSnapshot))}`;
}

function rowOfSnapshot({ snapshot_id: id, create_ts: at_, files, bytes, reason, while_running: ran }: KeptSnapshot) {
  const why = {
    asked: 'asked for',
    before_restore: 'before a restore',
    before_empty: 'before it was emptied',
    from_node: 'from its node',
  }[reason];
  return [id, new Date(at_).toISOString(), String(files), size(bytes), ran ? `${why}, while a server ran` : why];
}

async function listFiles(io: CommandIo, values: Values, where: string): Promise<void> {
  const place = await at(io, values, false);
  const found = await place((client, params) => client.listKeptFiles({ params, query: { path: where } }));
  const rows = found.entries.map(({ name, type, bytes, change_ts: changed }) => [
    type === 'folder' ? `${name}/` : name,
    type === 'file' ? size(bytes) : type,
    new Date(changed).toISOString(),
  ]);
  const rest = found.more ? 'Not everything is listed. Download the folder to see all of it.\n' : '';
  answer(io, values.json, found, () => table(['NAME', 'SIZE', 'CHANGED'], rows) + rest);
}

async function download(io: CommandIo, values: Values, where: string): Promise<void> {
  const { force } = values;
  if (values.output !== undefined && !force) await refuseOverwrite(path.resolve(values.output));
  const place = await at(io, values, false);
  const file = await place(async (client, params, network) => {
    const { url, file_name: name } = await client.downloadKept({ params, body: { path: where } });
    const target = path.resolve(values.output ?? path.basename(name));
    if (!force) await refuseOverwrite(target);
    const stopped = new AbortController();
    void stopSignal(io).then(() => stopped.abort());
    const { saveDownload } = await import('../core/servers/save-download.ts');
    const { signal } = stopped;
    await saveDownload({ network, url, file: target, signal, replaces: force, notSaved: 'kept.not-saved' });
    return target;
  });
  const { size: bytes } = await stat(file);
  answer(io, values.json, { file, bytes }, () => `Written to ${file} (${size(bytes)}).\n`);
}

async function snapshot(io: CommandIo, values: Values): Promise<void> {
  const place = await at(io, values, true);
  const made = await place((client, params) => client.createKeptSnapshot({ params, body: {} }));
  answer(io, values.json, made, () => {
    const { snapshot_id: id, files, bytes, while_running: ran } = made.snapshot;
    const warning = ran ? ' A server ran meanwhile: what it was writing may be half there.' : '';
    return `Snapshot ${id}: ${counted(files, 'file')}, ${size(bytes)}.${warning}\n`;
  });
}

async function restore(io: CommandIo, values: Values, id: string): Promise<void> {
  const place = await at(io, values, true);
  const found = await place(async (client, params) => {
    const { snapshot_id } = await requireSnapshot(client, params, id);
    return await client.restoreKeptSnapshot({ params: { ...params, snapshot_id }, body: {} });
  });
  answer(io, values.json, found, () => `Restored.${asideText(found.snapshot)}\n`);
}

async function empty(io: CommandIo, values: Values): Promise<void> {
  const place = await at(io, values, true);
  const found = await place((client, params) => client.emptyKept({ params, body: {} }));
  answer(io, values.json, found, () => {
    const id = found.snapshot?.snapshot_id;
    const room = id === undefined ? '' : ` Its room is free once you delete that: slipway servers files delete ${id}`;
    return `Emptied.${asideText(found.snapshot)}${room}\n`;
  });
}

/** By its id, or by a beginning of it that no other one has, as servers are. */
async function requireSnapshot(client: Client, params: Params, wanted: string): Promise<KeptSnapshot> {
  const { sets } = await client.listKept({ params });
  const all = sets.flatMap(({ snapshots }) => snapshots);
  const begun = ID_BEGINNING.test(wanted) ? all.filter(({ snapshot_id: id }) => id.startsWith(wanted)) : [];
  const found = all.find(({ snapshot_id: id }) => id === wanted) ?? (begun.length === 1 ? begun[0] : undefined);
  if (found === undefined) throw new AppError('KEPT_NOT_FOUND', 'kept.no-snapshot');
  return found;
}

function asideText(before: KeptSnapshot | undefined): string {
  return before === undefined ? '' : ` What was there is snapshot ${before.snapshot_id}.`;
}

/** Says first what would be lost. */
async function remove(io: CommandIo, values: Values, id: string): Promise<void> {
  const place = await at(io, values, true);
  const snapshot_id = await place(async (client, params) => {
    const found = await requireSnapshot(client, params, id);
    if (!values.yes) {
      const lost = `${counted(found.files, 'file')}, ${size(found.bytes)}, of ${new Date(found.create_ts).toISOString()}`;
      throw usage('servers', `This deletes the snapshot for good: ${lost}. Say --yes if it may go.`);
    }
    await client.deleteKeptSnapshot({ params: { ...params, snapshot_id: found.snapshot_id } });
    return found.snapshot_id;
  });
  answer(io, values.json, { snapshot_id, deleted: true }, () => `Deleted snapshot ${snapshot_id}.\n`);
}
