// `slipway remote` and `slipway login`: the remotes that this machine knows, with their tokens kept apart.
import { text as readAll } from 'node:stream/consumers';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { reviveError } from '../../src-shared/errors/revive-error.ts';
import type { AddOutcome, DeviceLinkView, LinkOutcome } from '../../src-shared/instances/bridge.ts';
import { textOf } from '../../src-shared/text/message.ts';
import type { KeptRemotes } from '../core/instances/open-target.ts';
import { appFolder } from '../core/platform/app-folders.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import type { Command } from './help.ts';
import { answer, table } from './output.ts';

const addressOptions = {
  name: { type: 'string' },
  'trust-fingerprint': { type: 'string' },
  'allow-http': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const addressHelp: readonly (readonly [string, string])[] = [
  ['--name NAME', 'What to call it (host and port of its address)'],
  ['--trust-fingerprint F', 'Trust the certificate with this SHA-256 fingerprint, and no other'],
  ['--allow-http', 'Let the token be sent unencrypted where the address is not https'],
];
const jsonHelp = ['--json', 'Answer as one line of JSON'] as const;

export const remote: Command = {
  name: 'remote',
  summary: 'Add, list, rename and remove remote instances',
  usage:
    'remote add URL [--token-stdin | --token-env NAME] | remote list | remote rename NAME NEW | remote remove NAME',
  words: ['add', 'list', 'rename', 'remove'],
  options: [
    ['add URL', 'Add a remote and keep its token, which comes from stdin or from a variable'],
    ['add --token-stdin', 'Read the token from stdin'],
    ['add --token-env NAME', 'Read the token from this variable (SLIPWAY_TOKEN)'],
    ...addressHelp.map(([option, what]) => [`add ${option}`, what] as const),
    ['list', 'List the remotes with their addresses'],
    ['rename NAME NEW', 'Call a remote otherwise, here and in the window'],
    ['remove NAME', 'Forget a remote and its token; nothing there is touched'],
    jsonHelp,
  ],
  run: async ([work, ...args], io) => {
    if (work === 'add') await runAdd(args, io);
    else if (work === 'list') await runList(args, io);
    else if (work === 'rename') await runRename(args, io);
    else if (work === 'remove') await runRemove(args, io);
    else throw usage('remote', 'Say what to do: add, list, rename or remove.');
  },
};

export const login: Command = {
  name: 'login',
  summary: 'Sign in to a remote by a link that somebody opens there',
  usage: 'login URL [--name NAME]',
  options: [...addressHelp, jsonHelp],
  run: runLogin,
};

async function runAdd(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('remote', args, {
    ...addressOptions,
    'token-stdin': { type: 'boolean', default: false },
    'token-env': { type: 'string' },
  });
  const [url = ''] = exactly('remote', positionals, ['which address to add']);
  const token = await readToken(io, values['token-stdin'], values['token-env']);
  const { kept, addRemote } = await open(io);
  sayAdded(io, values.json, kept, await addRemote(kept, { ...requestOf(url, values), token }));
}

async function readToken(io: CommandIo, fromStdin: boolean, variable: string | undefined): Promise<string> {
  if (fromStdin && variable !== undefined)
    throw usage('remote', 'The token comes from stdin or from a variable, not both.');
  const name = variable ?? 'SLIPWAY_TOKEN';
  const token = fromStdin ? await readAll(io.stdin) : (io.env[name] ?? '');
  if (token.trim() !== '') return token;
  throw usage(
    'remote',
    fromStdin ? 'No token came on stdin.' : `Give the token on stdin with --token-stdin, or in ${name}.`,
  );
}

async function runList(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('remote', args, { json: addressOptions.json });
  exactly('remote', positionals, []);
  const { kept } = await open(io);
  const remotes = kept.store.list().map(({ id, name, url, pinned }) => {
    return { id, name, url, ...(pinned === undefined ? {} : { pinned_fingerprint: pinned.fingerprint }) };
  });
  answer(io, values.json, { remotes }, () => {
    if (remotes.length === 0) return 'No remote is kept yet. Add one with slipway remote add URL.\n';
    return table(
      ['NAME', 'URL'],
      remotes.map(({ name, url }) => [name, url]),
    );
  });
}

async function runRename(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('remote', args, { json: addressOptions.json });
  const [wanted = '', typed = ''] = exactly('remote', positionals, ['which remote to rename', 'its new name']);
  const name = typed.trim();
  if (name === '') throw usage('remote', 'Say its new name.');
  const { kept } = await open(io);
  const before = kept.rename(wanted, name);
  answer(io, values.json, { name, before }, () => `${before} is called ${name} now.\n`);
}

async function runRemove(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('remote', args, { json: addressOptions.json });
  const [wanted = ''] = exactly('remote', positionals, ['which remote to remove']);
  const { kept } = await open(io);
  const name = await kept.remove(wanted);
  answer(
    io,
    values.json,
    { removed: name },
    () => `Removed ${name} and its token from this machine. Nothing changed there.\n`,
  );
}

async function runLogin(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('login', args, addressOptions);
  const [url = ''] = exactly('login', positionals, ['which address to sign in to']);
  const { kept, createDeviceLinks } = await open(io);
  const links = createDeviceLinks(kept);
  try {
    const started = await links.start(requestOf(url, values));
    if (started.outcome !== 'waiting') throw consentNeeded(started);
    const minutes = Math.max(1, Math.round((started.link.expires_at - Date.now()) / 60_000));
    io.stderr.write(`Open this link where you are signed in, within ${minutes} minutes:\n${started.link.link}\n`);
    const ended = await Promise.race([whenEnded(links.source), stopSignal(io).then(() => undefined)]);
    if (ended === undefined) throw new AppError('CANCELLED', 'cli.link-cancelled');
    if (ended.state === 'failed') throw reviveError(ended.problem);
    if (ended.state === 'expired') throw new AppError('TOKEN_EXPIRED');
    sayKept(io, values.json, kept, ended.instance_id);
  } finally {
    links.close();
  }
}

type Links = { snapshot(): DeviceLinkView[]; listen(listener: () => void): () => void };

type EndedLink = Exclude<DeviceLinkView, { state: 'waiting' }>;

function whenEnded(source: Links): Promise<EndedLink> {
  return new Promise((resolve) => {
    const stop = source.listen(() => {
      const [link] = source.snapshot();
      if (link === undefined || link.state === 'waiting') return;
      stop();
      resolve(link);
    });
  });
}

async function open({ env }: CommandIo) {
  const { openKeptRemotes, addRemote, createDeviceLinks } = await import('../core/instances/open-target.ts');
  return { kept: await openKeptRemotes(appFolder(env)), addRemote, createDeviceLinks };
}

type AddressValues = { name?: string | undefined; 'trust-fingerprint'?: string | undefined; 'allow-http': boolean };

function requestOf(url: string, values: AddressValues) {
  const { name, 'trust-fingerprint': fingerprint, 'allow-http': allow } = values;
  return { url, name, trust_fingerprint: fingerprint, allow_in_the_clear: allow };
}

function sayAdded(io: CommandIo, json: boolean, kept: KeptRemotes, added: AddOutcome): void {
  if (added.outcome !== 'added') throw consentNeeded(added);
  if (!json) io.stderr.write(`${textOf(added.probe.sentence)}\n`);
  sayKept(io, json, kept, added.instance_id);
}

function sayKept(io: CommandIo, json: boolean, { store, secrets }: KeptRemotes, id: string): void {
  const found = store.list().find((record) => record.id === id);
  const { name = id, url = '' } = found ?? {};
  answer(io, json, { id, name, url }, () => `Added ${name} (${url}). ${textOf(secrets.describe().sentence)}\n`);
}

/** A command cannot ask; it says how to agree. */
function consentNeeded(
  outcome: Exclude<AddOutcome | LinkOutcome, { outcome: 'added' } | { outcome: 'waiting' }>,
): AppError {
  if (outcome.outcome === 'in_the_clear') {
    return new AppError('TOKEN_IN_CLEAR', 'cli.allow-http', { sentence: outcome.sentence });
  }
  const { fingerprint, subject, valid_to: until } = outcome.certificate;
  return new AppError('CERTIFICATE_UNTRUSTED', 'cli.trust-fingerprint', {
    sentence: outcome.sentence,
    subject,
    until,
    fingerprint,
  });
}
