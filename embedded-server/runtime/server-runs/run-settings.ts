// What a server runs with, gathered from everyone who may say it: the create call, then the version, then the build's own
// slipway.json, then what the doctor guesses. Pure.
import type { BuildManifest, Resources, RunSettings } from '../../../src-shared/service/run-settings.ts';
import type { ServerPort } from '../../../src-shared/service/servers.ts';
import type { RequestedPort, ServerRequest } from '../server-records/store.ts';

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
export type GatheredSettings = {
  program: string | undefined;
  arguments: readonly string[];
  environment: Readonly<Record<string, string>>;
  ports: Readonly<Record<string, ServerPort>>;
  resources: Resources;
  killTimeout: number;
  stopCommand: string | undefined;
};

/** How long a server may take to end, unless something says otherwise. */
export const DEFAULT_KILL_TIMEOUT_MS = 10_000;

export function gatherSettings({ request, version, manifest, guess }: Sources, fallback: Resources): GatheredSettings {
  const sources = [request, version, manifest, guess];
  const environments = [manifest, version, request].map((one) => one?.environment);
  return {
    program: manifest?.program ?? guess.program,
    arguments: first(sources.map((one) => one?.arguments)) ?? [],
    environment: Object.assign({}, ...environments),
    ports: settlePorts(first(sources.map((one) => withAny(one?.ports))) ?? {}),
    resources: first([request, version, manifest].map((one) => one?.resources)) ?? fallback,
    killTimeout: first([request, version, manifest].map(graceOf)) ?? DEFAULT_KILL_TIMEOUT_MS,
    stopCommand: manifest?.stop,
  };
}

function first<T>(choices: readonly (T | undefined)[]): T | undefined {
  return choices.find((choice) => choice !== undefined);
}

function graceOf(requested: ServerRequest | RunSettings | undefined): number | undefined {
  if (requested === undefined) return undefined;
  return 'lifecycle' in requested
    ? requested.lifecycle?.kill_timeout
    : 'kill_timeout' in requested
      ? requested.kill_timeout
      : undefined;
}

type Ports = Readonly<Record<string, RequestedPort>>;

/** An empty list of ports says nothing: a caller has to give one, and means the build's own by it. */
function withAny(ports: Ports | undefined): Ports | undefined {
  return ports === undefined || Object.keys(ports).length === 0 ? undefined : ports;
}

export function settlePorts(ports: Ports): Record<string, ServerPort> {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, settlePort(port)]));
}

function settlePort({ protocol, internal_port, routing }: RequestedPort): ServerPort {
  const inside = internal_port === undefined ? {} : { internal_port };
  if (routing?.host !== undefined) return { protocol, ...inside, routing: { host: {} } };
  return { protocol: answeredInPlain(protocol), ...inside, routing: { game_guard: {} } };
}

/** The guard of this machine has no certificates: what asks for TLS is answered in plain, and its protocol says so. */
function answeredInPlain(protocol: ServerPort['protocol']): ServerPort['protocol'] {
  if (protocol === 'https') return 'http';
  return protocol === 'tcp_tls' ? 'tcp' : protocol;
}
