// What a server runs with, gathered from everyone who may say it: the create call, then the version, then the build's own
// slipway.json, then what the doctor guesses. Pure.

import type { BuildManifest } from '../../../src-shared/service/build-manifest.ts';
import type { PlayerQuery } from '../../../src-shared/service/player-query.ts';
import type { Resources, ResourcesRequest, RunSettings } from '../../../src-shared/service/run-settings.ts';
import type { ServerPort } from '../../../src-shared/service/servers.ts';
import type { SdkSettings } from '../sdk/sdk-settings.ts';
import type { RequestedPort, ServerRequest } from '../server-records/store.ts';
import { killTimeoutOf } from './kill-timeout.ts';

/** What can be known of a build that says nothing itself. */
export type Guess = {
  program?: string | undefined;
  arguments: readonly string[];
  ports: Readonly<Record<string, RequestedPort>>;
};
export type Sources = {
  request: ServerRequest;
  version: RunSettings | undefined;
  manifest: BuildManifest | undefined;
  guess: Guess;
};
/** A port as a server gets it, with what was asked of its number. */
export type SettledPort = ServerPort & Pick<RequestedPort, 'number' | 'after' | 'proxy_protocol'>;
export type GatheredSettings = {
  program: string | undefined;
  arguments: readonly string[];
  environment: Readonly<Record<string, string>>;
  ports: Readonly<Record<string, SettledPort>>;
  /** Whether these ports are those of its slipway.json. */
  hasOwnPorts: boolean;
  /** What limits it; without a figure, nothing does. */
  limits: Partial<ResourcesRequest>;
  killTimeout: number;
  stopCommand: string | undefined;
  /** Folders that outlive the server. */
  keep: readonly string[];
  /** Files in which places are filled in at each start. */
  templates: readonly string[];
  sdk: Pick<SdkSettings, 'ready' | 'health' | 'counters' | 'lists'>;
  /** Which query of its game it answers, and at which of its ports. */
  players: PlayerQuery | undefined;
};

/** `mostMemory`: what no server gets more of, whatever it asks for. */
export function gatherSettings({ request, version, manifest, guess }: Sources, mostMemory?: number): GatheredSettings {
  const sources = [request, version, manifest, guess];
  const ports = sources.map((one) => withAny(one?.ports));
  const environments = [manifest, version, request].map((one) => one?.environment);
  return {
    program: manifest?.program ?? guess.program,
    arguments: first(sources.map((one) => one?.arguments)) ?? [],
    environment: Object.assign({}, ...environments),
    ports: settlePorts(first(ports) ?? {}),
    hasOwnPorts: first(ports) !== undefined && first(ports) === manifest?.ports,
    limits: limitsOf(
      [request, version, manifest].map((one) => one?.resources),
      mostMemory,
    ),
    killTimeout: killTimeoutOf([request, version, manifest]),
    ...ofManifest(manifest ?? {}),
  };
}

/** What only a build itself can say. */
function ofManifest(manifest: Partial<BuildManifest>) {
  const { stop, keep = [], templates = [], players } = manifest;
  return { stopCommand: stop, keep, templates, sdk: sdkOf(manifest), players };
}

/** What a server answers: the interface has both figures always, so without a limit it is what the machine has. */
export function answeredResources(limits: Partial<ResourcesRequest> | undefined, machine: Resources): Resources {
  return { cpu: limits?.cpu ?? machine.cpu, memory: limits?.memory ?? machine.memory };
}

type Asked = readonly (Partial<ResourcesRequest> | undefined)[];

function limitsOf(asked: Asked, mostMemory: number | undefined): Partial<ResourcesRequest> {
  const { cpu, memory } = firstAsked(asked);
  return { cpu, memory: lesser(memory, mostMemory) };
}

/** Of the call, the version and the build, in this order. Each figure by itself: who asks for more memory has said nothing about processors. */
export function firstAsked(asked: Asked): Partial<ResourcesRequest> {
  return { cpu: first(asked.map((one) => one?.cpu)), memory: first(asked.map((one) => one?.memory)) };
}

function lesser(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function sdkOf({
  ready = 'listening',
  health,
  counters = {},
  lists = {},
}: Partial<BuildManifest>): GatheredSettings['sdk'] {
  return { ready, ...(health === undefined ? {} : { health }), counters, lists };
}

function first<T>(choices: readonly (T | undefined)[]): T | undefined {
  return choices.find((choice) => choice !== undefined);
}

type Ports = Readonly<Record<string, RequestedPort>>;

/** An empty list of ports says nothing: a caller has to give one, and means the build's own by it. */
function withAny(ports: Ports | undefined): Ports | undefined {
  return ports === undefined || Object.keys(ports).length === 0 ? undefined : ports;
}

function settlePorts(ports: Ports): Record<string, SettledPort> {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, settlePort(port)]));
}

/** The ports as they are answered while they have no numbers yet. */
export function portsBeforeStart(ports: Ports): Record<string, ServerPort> {
  return plainPorts(settlePorts(ports));
}

/** Without what was asked of their numbers. */
export function plainPorts(ports: Readonly<Record<string, SettledPort>>): Record<string, ServerPort> {
  return Object.fromEntries(
    Object.entries(ports).map(([name, { protocol, internal_port: inside, routing }]) => [
      name,
      { protocol, ...(inside === undefined ? {} : { internal_port: inside }), routing },
    ]),
  );
}

function settlePort({ protocol, routing, ...asked }: RequestedPort): SettledPort {
  const numbers = Object.fromEntries(
    NUMBERS.flatMap((key) => (asked[key] === undefined ? [] : [[key, asked[key]] as const])),
  );
  if (routing?.host !== undefined) return { protocol, ...numbers, routing: { host: {} } };
  return { protocol: answeredInPlain(protocol), ...numbers, routing: { game_guard: {} } };
}

const NUMBERS = ['internal_port', 'number', 'after', 'proxy_protocol'] as const;

/** The guard of this machine has no certificates: what asks for TLS is answered in plain, and its protocol says so. */
function answeredInPlain(protocol: ServerPort['protocol']): ServerPort['protocol'] {
  if (protocol === 'https') return 'http';
  return protocol === 'tcp_tls' ? 'tcp' : protocol;
}
