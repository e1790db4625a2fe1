// `slipway servers create`: starts a server of the build that a namespace runs, or of another one, and can wait until it is up.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { portUrl } from '../../src-shared/servers/port-address.ts';
import type { ServiceClient } from '../../src-shared/service/client.ts';
import { portProtocol, portRequest, type Resources } from '../../src-shared/service/run-settings.ts';
import type { CreateServerBody, Server } from '../../src-shared/service/servers.ts';
import { listed, messageFor } from '../../src-shared/text/message.ts';
import { exactly, readArguments, usage, wholeNumber } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly } from './confirm-protected.ts';
import { findVersion } from './find-game.ts';
import { environmentOf, findPlace, type Place, placeOptions, readPlace } from './find-place.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer } from './output.ts';
import { withTarget } from './with-target.ts';

/** Sent to an instance that demands limits. */
const USUAL: Resources = { cpu: 1000, memory: 512 };
const LOOK_EVERY_MS = 500;

export const createHelp: Command['options'] = [
  ['create', 'Start a server of the build that the namespace runs, or of another one'],
  ['create --version VERSION', 'The version whose build to start (the one that the namespace runs)'],
  ['create --build ID', 'The build to start, where it is no version'],
  ['create --datacenter D', 'Where, by its id or slug (local, or the only one there is)'],
  ['create --cpu N', 'Millicores (what the version or the build says, else no limit)'],
  ['create --memory N', 'Megabytes (what the version or the build says, else no limit)'],
  ['create --arg TEXT', 'An argument for its program, in place of those of the version (repeatable)'],
  ['create --env NAME=VALUE', 'A variable for its program (repeatable)'],
  ['create --port NAME=PROTOCOL', 'A port, in place of those of the version: game=udp, web=http:8080 (repeatable)'],
  ['create --tag NAME=VALUE', 'A label (repeatable)'],
  ['create --wait SECONDS', 'Wait until it is up, at most so long; one that ends instead is refused (1)'],
];

const noValues: string[] = [];
const options = {
  ...placeOptions,
  version: { type: 'string' },
  build: { type: 'string' },
  datacenter: { type: 'string' },
  cpu: { type: 'string' },
  memory: { type: 'string' },
  arg: { type: 'string', multiple: true, default: noValues },
  env: { type: 'string', multiple: true, default: noValues },
  port: { type: 'string', multiple: true, default: noValues },
  tag: { type: 'string', multiple: true, default: noValues },
  wait: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

export async function runCreate(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, options);
  exactly('servers', positionals, []);
  if (values.version !== undefined && values.build !== undefined) {
    throw usage('servers', 'A server is of a version or of a build: name one of them.');
  }
  const request = readPlace('servers', values);
  const serverOptions = readOptions(values);
  const server = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const place = await findPlace(target, request);
    const { client } = target;
    const params = environmentOf(place);
    const made = await orNotOffered('create_server', async () => {
      const body = await bodyOf(client, place, values, serverOptions);
      return await createServer(client, params, body, io);
    });
    return serverOptions.waitMs === undefined
      ? made
      : await untilUp(client, { ...params, server_id: made.id }, serverOptions.waitMs);
  });
  answer(io, values.json, { server }, () => `Server   ${server.id}\n${addressLines(server)}`);
}

/** Not every instance allows servers without limits: one that demands them gets these, and the person is told. */
async function createServer(
  client: ServiceClient,
  params: ReturnType<typeof environmentOf>,
  body: CreateServerBody,
  io: CommandIo,
): Promise<Server> {
  try {
    return (await client.createServer({ params, body })).server;
  } catch (thrown) {
    if (!wantsResources(thrown)) throw thrown;
  }
  const resources = { cpu: body.resources?.cpu ?? USUAL.cpu, memory: body.resources?.memory ?? USUAL.memory };
  const { server } = await client.createServer({ params, body: { ...body, resources } });
  const { cpu, memory } = resources;
  io.stderr.write(
    `This instance wants to be told what a server may use: ${cpu} millicores and ${memory} MB. Change that with --cpu and --memory.\n`,
  );
  return server;
}

/** Services say in `metadata` which fields they refuse. */
function wantsResources(thrown: unknown): boolean {
  const { code, metadata } = asAppError(thrown);
  return code === 'API_BAD_BODY' && Array.isArray(metadata) && metadata.some(isAboutResources);
}

function isAboutResources(problem: unknown): boolean {
  const path: unknown = typeof problem === 'object' && problem !== null && 'path' in problem ? problem.path : [];
  return /^(?:body\.)?resources\b/.test([path].flat().join('.'));
}

type ServerOptions = Pick<CreateServerBody, 'tags'> & {
  ports: CreateServerBody['network']['ports'];
  environment: Record<string, string>;
  cpu: number | undefined;
  memory: number | undefined;
  waitMs: number | undefined;
};

/** All that can be wrong in the words themselves, before anything is asked. */
function readOptions({ tag, env, port, ...values }: Values): ServerOptions {
  const number = (option: '--cpu' | '--memory' | '--wait', text: string | undefined) =>
    text === undefined ? undefined : wholeNumber('servers', option, text);
  const seconds = number('--wait', values.wait);
  return {
    tags: Object.fromEntries(tag.map((text) => pairOf('--tag', text))),
    environment: Object.fromEntries(env.map((text) => pairOf('--env', text))),
    ports: Object.fromEntries(port.map((text) => portOf(text))),
    cpu: number('--cpu', values.cpu),
    memory: number('--memory', values.memory),
    waitMs: seconds === undefined ? undefined : seconds * 1000,
  };
}

function pairOf(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw usage('servers', `${option} takes NAME=VALUE, not "${text}".`);
}

function portOf(text: string): [string, CreateServerBody['network']['ports'][string]] {
  const [name, port] = pairOf('--port', text);
  const [word = '', inside] = port.split(':');
  const protocol = portProtocol.safeParse(word);
  if (!protocol.success) {
    throw usage('servers', `A port speaks ${portProtocol.options.join(', ')}, not "${word}".`);
  }
  const number = inside === undefined ? undefined : wholeNumber('servers', '--port', inside);
  return [name, portRequest.parse({ protocol: protocol.data, internal_port: number, routing: { game_guard: {} } })];
}

async function bodyOf(
  client: ServiceClient,
  place: Place,
  values: Values,
  { tags, ports, environment, cpu, memory }: ServerOptions,
): Promise<CreateServerBody> {
  const build = values.build ?? (await buildOfVersion(client, place, values.version));
  const given = Object.keys(environment).length === 0 ? undefined : environment;
  return {
    datacenter: await datacenterFor(client, place, values.datacenter),
    runtime: { build, arguments: values.arg.length === 0 ? undefined : values.arg, environment: given },
    network: { mode: undefined, ports },
    resources: cpu === undefined && memory === undefined ? undefined : { cpu, memory },
    tags,
    lifecycle: undefined,
  };
}

async function buildOfVersion(
  client: ServiceClient,
  { game, namespace }: Place,
  wanted: string | undefined,
): Promise<string> {
  const id = wanted === undefined ? namespace.version_id : findVersion(game, wanted).version_id;
  const params = { game_id: game.game_id, version_id: id };
  const { version } = await orNotOffered('read_version', () => client.getVersion({ params }));
  const { build } = version.config;
  if (build !== undefined) return build;
  throw new AppError('BUILDS_BUILD_NOT_FOUND', 'cli.version-without-build', { version: version.display_name });
}

async function datacenterFor(client: ServiceClient, place: Place, wanted: string | undefined): Promise<string> {
  const { datacenters } = await client.listDatacenters({ params: environmentOf(place) });
  const [only, ...more] = datacenters;
  const found =
    datacenters.find(({ id, slug }) => (wanted === undefined ? slug === 'local' : id === wanted || slug === wanted)) ??
    (wanted === undefined && more.length === 0 ? only : undefined);
  if (found !== undefined) return found.id;
  const slugs = datacenters.map(({ slug }) => slug).join(', ');
  throw usage('servers', `Say with --datacenter where it is to run. There are: ${slugs || 'none'}.`);
}

const isOver = new Set(['exited', 'stopped', 'crashed', 'failed']);

type ServerParams = { game_id: string; environment_id: string; server_id: string };

async function untilUp(client: ServiceClient, params: ServerParams, waitMs: number): Promise<Server> {
  const end = Date.now() + waitMs;
  for (;;) {
    const { server } = await client.getServer({ params });
    if (isUp(server)) return server;
    if (server.destroyed_at !== undefined || isOver.has(server.state ?? '')) throw endedEarly(server);
    if (Date.now() > end) throw notUp(server, waitMs);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Where an instance tells no state, one that has started and not ended is up. */
function isUp({ state, started_at: started, destroyed_at: ended }: Server): boolean {
  return state === undefined ? started !== undefined && ended === undefined : state === 'running';
}

function endedEarly({ id, problem, hint }: Server): AppError {
  const sentences = [problem, hint].filter((one) => one !== undefined);
  return new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    listed([messageFor('cli.server-ended', { id }), ...sentences], ' '),
  );
}

function notUp({ id, state = 'starting', hint }: Server, waitMs: number): AppError {
  const seconds = waitMs / 1000;
  const first =
    state === 'silent'
      ? messageFor('cli.server-silent', { id, seconds })
      : messageFor('cli.server-not-up', { id, seconds, state });
  return new AppError('NOT_CONFIRMED', listed([first, ...(hint === undefined ? [] : [hint])], ' '));
}

function addressLines({ network }: Server): string {
  return Object.entries(network.ports)
    .flatMap(([name, port]) => {
      const url = portUrl(port);
      return url === undefined ? [] : [`${name.padEnd(8)} ${url}\n`];
    })
    .join('');
}
