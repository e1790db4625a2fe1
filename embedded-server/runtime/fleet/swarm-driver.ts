// Hosts as services of a Docker Swarm: one replica each, on the network of its node, placed by region and by what is set aside for it.
// The engine starts none again by itself: the rules of namespaces decide that, as on one machine.
import { z } from 'zod';
import { asMessage, type Message, messageFor } from '../../../src-shared/text/message.ts';
import { createEngineClient, type EnginePlace } from '../../platform/engine/engine-client.ts';
import { BYTES_PER_MEGABYTE } from '../runner/server-limits.ts';
import type { FleetDriver, HostLook, HostOrder } from './fleet-driver.ts';
import { ADDRESS, howToJoin, listNodes, NANO, nodeOf, REGION, readEngine, refused, setOpen } from './swarm-nodes.ts';

export type SwarmDriverOptions = {
  engine: EnginePlace;
  /** The image of Slipway, as nodes find it. */
  image: string;
  /** Whose hosts these are: several services may share a Swarm. */
  owner: string;
};

const OWNER = 'slipway.of';
const SERVER = 'slipway.server';
/** Builds that its hosts have fetched. */
const VOLUME = 'slipway-builds';
const CACHE = '/var/cache/slipway';
/** What a host needs to run its server as another user than itself: to become that user, give it its files, see what it does, and end it. */
const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SETGID', 'SETUID', 'SYS_PTRACE'];
/** The image has a volume for the data of a service. Servers have no business there, and one that is made for each stays on its node. */
const SERVICE_DATA = { Type: 'tmpfs', Target: '/data', TmpfsOptions: { SizeBytes: 65_536, Mode: 0o700 } };
const GRACE_NS = 30e9;

const servicesAnswer = z.array(
  z.object({ ID: z.string(), Spec: z.object({ Labels: z.record(z.string(), z.string()) }) }),
);
const tasksAnswer = z.array(
  z.object({
    ServiceID: z.string(),
    NodeID: z.string().optional(),
    CreatedAt: z.string(),
    Status: z.object({ State: z.string(), Err: z.string().optional(), Message: z.string().optional() }),
  }),
);
type Task = z.infer<typeof tasksAnswer>[number];

export function createSwarmDriver({ engine: place, image, owner }: SwarmDriverOptions): FleetDriver {
  const engine = createEngineClient(place);
  const nodes = () => listNodes(engine);
  /** The newest task of each host; a host without one is about to get it. */
  const tasks = async (): Promise<Map<string, Task | undefined>> => {
    const services = servicesAnswer.parse(
      await readEngine(engine, `/services${matching({ label: [`${OWNER}=${owner}`] })}`),
    );
    const newest = newestOf(tasksAnswer.parse(services.length === 0 ? [] : await readEngine(engine, '/tasks')));
    return new Map(services.map(({ ID, Spec }) => [Spec.Labels[SERVER] ?? '', newest.get(ID)]));
  };
  return {
    start: async (order) => {
      const { region } = order;
      // A region that no node has is one that is imitated, and any node will do.
      const hasRegion = region !== undefined && (await nodes()).some(({ Spec }) => Spec.Labels?.[REGION] === region);
      const { status, body } = await engine.ask('POST', '/services/create', spec(order, { image, owner, hasRegion }));
      // One of this name is the one that was asked for before.
      if (status !== 201 && status !== 409) throw refused(engine, body);
    },
    look: async () => {
      const [found, all] = await Promise.all([tasks(), nodes()]);
      const lost = new Set(all.filter(({ Status }) => Status.State !== 'ready').map(({ ID }) => ID));
      return new Map([...found].map(([id, task]) => [id, lookOf(task, lost)]));
    },
    stop: async (server_id) => {
      const { status, body } = await engine.ask('DELETE', `/services/${nameOf(server_id)}`);
      if (status !== 200 && status !== 404) throw refused(engine, body);
    },
    follow: () => () => undefined,
    nodes: async () => (await nodes()).map(nodeOf),
    setOpen: (node_id, isOpen) => setOpen(engine, node_id, isOpen),
    howToJoin: () => howToJoin(engine, image),
    placeOf: async (server_id) => {
      // Each host is waiting for the answer, so both are asked at once, and for this host alone.
      const own = `/tasks${matching({ service: [nameOf(server_id)] })}`;
      const [{ status, body }, all] = await Promise.all([engine.ask('GET', own), nodes()]);
      // Of a service that is not there.
      if (status === 404) return undefined;
      if (status !== 200) throw refused(engine, body);
      const [task] = newestOf(tasksAnswer.parse(body)).values();
      const node_id = task?.NodeID;
      if (node_id === undefined) return undefined;
      const found = all.find(({ ID }) => ID === node_id);
      return { node_id, address: found?.Spec.Labels?.[ADDRESS] };
    },
    close: async () => engine.close(),
  };
}

function matching(filters: Readonly<Record<string, readonly string[]>>): string {
  return `?filters=${encodeURIComponent(JSON.stringify(filters))}`;
}

/** Of each service the last one. */
function newestOf(tasks: readonly Task[]): Map<string, Task> {
  const newest = new Map<string, Task>();
  for (const task of tasks) {
    const other = newest.get(task.ServiceID);
    if (other === undefined || other.CreatedAt < task.CreatedAt) newest.set(task.ServiceID, task);
  }
  return newest;
}

function nameOf(server_id: string): string {
  return `slipway-${server_id}`;
}

type SpecParts = { image: string; owner: string; hasRegion: boolean };

function spec(
  { server_id, serviceUrl, token, ca, region, reserved }: HostOrder,
  { image, owner, hasRegion }: SpecParts,
) {
  const { cpu, memory } = reserved;
  return {
    Name: nameOf(server_id),
    Labels: { [OWNER]: owner, [SERVER]: server_id },
    Mode: { Replicated: { Replicas: 1 } },
    TaskTemplate: {
      ContainerSpec: {
        Image: image,
        Args: ['host', '--service', serviceUrl, '--in-container', '--cache', CACHE, '--folder', '/run/slipway'],
        User: '0:0',
        Env: [`SLIPWAY_HOST_TOKEN=${token}`, ...(ca === undefined ? [] : [`SLIPWAY_HOST_CA=${ca}`])],
        Mounts: [{ Type: 'volume', Source: VOLUME, Target: CACHE }, SERVICE_DATA],
        // That of the image asks for a service.
        Healthcheck: { Test: ['NONE'] },
        Init: true,
        CapabilityDrop: ['ALL'],
        CapabilityAdd: CAPABILITIES,
        StopGracePeriod: GRACE_NS,
      },
      Networks: [{ Target: 'host' }],
      RestartPolicy: { Condition: 'none' },
      Placement: { Constraints: hasRegion ? [`node.labels.${REGION}==${region}`] : [] },
      Resources: {
        Reservations: {
          ...(cpu === undefined ? {} : { NanoCPUs: cpu * NANO }),
          ...(memory === undefined ? {} : { MemoryBytes: memory * BYTES_PER_MEGABYTE }),
        },
      },
    },
  };
}

const WAITING = new Set(['new', 'pending']);
const OVER = new Set(['complete', 'failed', 'shutdown', 'rejected', 'orphaned', 'remove']);

/** `lost`: nodes that their engine hears nothing of, which says nothing of what runs there. */
function lookOf(task: Task | undefined, lost: ReadonlySet<string>): HostLook {
  if (task === undefined) return { state: 'waiting' };
  const { State, Err = '', Message = '' } = task.Status;
  if (WAITING.has(State)) return Err === '' ? { state: 'waiting' } : { state: 'waiting', why: saying(Err) };
  if (OVER.has(State)) return { state: 'over', why: saying(Err === '' ? Message : Err) };
  return isIn(lost, task) ? { state: 'over', why: messageFor('fleet.node-lost') } : { state: 'up' };
}

function isIn(nodes: ReadonlySet<string>, { NodeID = '' }: Task): boolean {
  return nodes.has(NodeID);
}

/** As the engine says it. */
function saying(words: string): Message {
  return asMessage(words.endsWith('.') ? words : `${words}.`);
}
