// The command that makes a container of an image, and which of the folders that an image names as volumes (VOLUME) are kept from one
// server to the next.

import { isBelowRoot } from '../../../src-shared/service/build-paths.ts';
import type { ContainerPlan } from '../runner/runner.ts';
import { THREADS_PER_PROCESS } from '../runner/server-limits.ts';
import type { Engine } from './engine.ts';
import { isInit } from './first-process.ts';

/** By it containers of ours are found again; nothing without it is ever touched. */
export const SERVER_LABEL = 'dev.slipway.server';
/** Where the server finds its working folder. */
export const FOLDER_INSIDE = '/slipway';

export type CreateOptions = { maxProcesses: number; environmentFlags: readonly string[] };

export function createArguments(engine: Engine, plan: ContainerPlan, options: CreateOptions): string[] {
  const { process } = plan.image;
  return [
    'create',
    '--pull=never',
    '--restart=no',
    // People may type into its console.
    '--interactive',
    `--name=${containerName(plan.server_id)}`,
    `--label=${SERVER_LABEL}=${plan.server_id}`,
    // What it writes comes to us and is kept by us alone.
    '--log-driver=none',
    // The folder is ours as well, so it cannot be given to the container alone.
    '--security-opt=label=disable',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    `--mount=${mount(plan.folder, FOLDER_INSIDE)}`,
    ...plan.kept.map(({ source, place }) => `--mount=${mount(source, `/${place}`)}`),
    ...networkFlags(engine, plan),
    ...limitFlags(engine, plan, options.maxProcesses),
    ...engine.createFlags,
    ...(isInit(plan.image.program) ? [] : engine.initFlags),
    ...options.environmentFlags,
    ...(process === undefined ? [] : [`--workdir=${process.cwd}`, `--user=${process.user}`]),
    plan.image.name,
    ...(process?.arguments ?? []),
    ...plan.arguments,
  ];
}

function containerName(server_id: string): string {
  return `slipway-${server_id}`;
}

/** A list with commas, in which a value that has one stands in quotes. */
function mount(folder: string, inside: string): string {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `type=bind,${quoted(`source=${folder}`)},${quoted(`target=${inside}`)}`;
}

/** With the machine's own network, the ports that a server is told are its ports. */
function networkFlags(engine: Engine, { publish }: ContainerPlan): string[] {
  if (engine.isLocal) return ['--network=host'];
  return publish.map(({ protocol, port }) => `--publish=127.0.0.1:${port}:${port}/${protocol}`);
}

function limitFlags({ enforces }: Engine, { limits }: ContainerPlan, maxProcesses: number): string[] {
  const memory = `${limits.memory}m`;
  return [
    // As much with swap as without: a server that swaps is of no use to anybody.
    ...(enforces.memory && limits.memory !== undefined ? [`--memory=${memory}`, `--memory-swap=${memory}`] : []),
    ...(enforces.cpu && limits.cpu !== undefined ? [`--cpus=${limits.cpu / 1000}`] : []),
    ...(enforces.processes ? [`--pids-limit=${maxProcesses * THREADS_PER_PROCESS}`] : []),
  ];
}

/** Not what the system has there, nor scratch folders, which many images name as volumes. */
const PASSING = ['dev', 'proc', 'run', 'sys', 'tmp', 'var/run', 'var/tmp', FOLDER_INSIDE.slice(1)];

/** Which volumes of an image are kept folders, by their paths below its root. One within another is kept with that. */
export function keptVolumes(named: readonly string[]): string[] {
  const places = named.map((name) => name.split('/').filter(Boolean).join('/')).filter(isBelowRoot);
  const kept = places.filter((place) => !PASSING.some((passing) => isWithin(place, passing)));
  const outermost = kept.filter((place) => !kept.some((other) => other !== place && isWithin(place, other)));
  return [...new Set(outermost)].toSorted();
}

function isWithin(place: string, folder: string): boolean {
  return `${place}/`.startsWith(`${folder}/`);
}
