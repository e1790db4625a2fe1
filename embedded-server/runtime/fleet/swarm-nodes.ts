// The nodes of a Docker Swarm: what they have, whether they take new hosts, and how another machine becomes one.
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { EngineAnswer, EngineClient } from '../../platform/engine/engine-client.ts';
import { BYTES_PER_MEGABYTE } from '../runner/server-limits.ts';
import type { FleetNode, JoinGuide } from './fleet-driver.ts';

/** Labels of a node: the region that it is in, and where players reach it. */
export const REGION = 'slipway.region';
export const ADDRESS = 'slipway.address';
export const NANO = 1e6;
const MANAGER_PORT = 2377;
/** An image of this name is nowhere but on the machines that it was loaded on. */
const OWN_IMAGES = 'localhost/';

const nodeAnswer = z.object({
  ID: z.string(),
  Spec: z.object({ Labels: z.record(z.string(), z.string()).nullish(), Availability: z.string() }),
  Description: z.object({
    Hostname: z.string(),
    Resources: z.object({ NanoCPUs: z.number().optional(), MemoryBytes: z.number().optional() }),
  }),
  Status: z.object({ State: z.string(), Addr: z.string().optional() }),
});
export type SwarmNode = z.infer<typeof nodeAnswer>;
/** What is sent back has to be whole. */
const changeable = z.object({
  Version: z.object({ Index: z.number() }),
  Spec: z.looseObject({ Availability: z.string() }),
});
const swarmAnswer = z.object({ JoinTokens: z.object({ Worker: z.string() }) });
const infoAnswer = z.object({
  Swarm: z.object({ NodeAddr: z.string(), RemoteManagers: z.array(z.object({ Addr: z.string() })).nullish() }),
});

export async function listNodes(engine: EngineClient): Promise<SwarmNode[]> {
  return z.array(nodeAnswer).parse(await readEngine(engine, '/nodes'));
}

export function nodeOf({ ID, Spec, Description, Status }: SwarmNode): FleetNode {
  const { NanoCPUs = 0, MemoryBytes = 0 } = Description.Resources;
  const address = Spec.Labels?.[ADDRESS] ?? Status.Addr;
  const region = Spec.Labels?.[REGION];
  const isDraining = Spec.Availability !== 'active';
  return {
    node_id: ID,
    name: Description.Hostname,
    ...(address === undefined ? {} : { address }),
    ...(region === undefined ? {} : { region }),
    state: Status.State !== 'ready' ? 'lost' : isDraining ? 'draining' : 'ready',
    capacity: { cpu: Math.round(NanoCPUs / NANO), memory: Math.floor(MemoryBytes / BYTES_PER_MEGABYTE) },
  };
}

const ATTEMPTS = 5;

/** Pauses a node, or takes that back. Somebody else may change it at the same moment, which the engine answers with a refusal. */
export async function setOpen(engine: EngineClient, node_id: string, isOpen: boolean): Promise<void> {
  const path = `/nodes/${encodeURIComponent(node_id)}`;
  const wanted = isOpen ? 'active' : 'pause';
  for (let attempt = 1; ; attempt += 1) {
    const { Version, Spec } = changeable.parse(await readEngine(engine, path));
    if (Spec.Availability === wanted || (!isOpen && Spec.Availability === 'drain')) return;
    const changed = { ...Spec, Availability: wanted };
    const { status, body } = await engine.ask('POST', `${path}/update?version=${Version.Index}`, changed);
    if (status === 200) return;
    if (attempt === ATTEMPTS) throw refused(engine, body);
  }
}

export async function howToJoin(engine: EngineClient, image: string): Promise<JoinGuide> {
  const [swarm, info] = await Promise.all([readEngine(engine, '/swarm'), readEngine(engine, '/info')]);
  const { JoinTokens } = swarmAnswer.parse(swarm);
  const { NodeAddr, RemoteManagers } = infoAnswer.parse(info).Swarm;
  const manager = RemoteManagers?.[0]?.Addr ?? `${NodeAddr}:${MANAGER_PORT}`;
  return {
    command: `docker swarm join --token ${JoinTokens.Worker} ${manager}`,
    image,
    isPulled: !image.startsWith(OWN_IMAGES),
  };
}

export async function readEngine(engine: EngineClient, path: string): Promise<unknown> {
  const { status, body } = await engine.ask('GET', path);
  if (status !== 200) throw refused(engine, body);
  return body;
}

const refusal = z.object({ message: z.string() });

export function refused(engine: EngineClient, body: EngineAnswer['body']): AppError {
  const parsed = refusal.safeParse(body);
  const why = parsed.success ? parsed.data.message.replace(/\.$/, '') : 'it did not say why';
  const said = messageFor('fleet.engine-refused', { engine: engine.name, why });
  return new AppError('FLEET_FAILED', said);
}
