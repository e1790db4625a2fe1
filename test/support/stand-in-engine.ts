// A stand-in for a Docker Engine that manages a Swarm, for machines that have none: it answers what the driver asks as a real one (20.10)
// was seen to answer, sentences included. It starts no containers. `swarm-driver-suite.ts` holds the real one to the same.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { closeAtEnd } from './start-once.ts';
import { makeTempFolder } from './temp-folder.ts';

type Spec = {
  Name: string;
  Labels: Record<string, string>;
  TaskTemplate: {
    ContainerSpec: { Image: string };
    Placement?: { Constraints?: string[] };
    Resources?: { Reservations?: { NanoCPUs?: number; MemoryBytes?: number } };
  };
};
type Service = { id: string; spec: Spec; createdAt: string };
type Answer = { status: number; body?: unknown };

/** The one image that its node has. */
export const STAND_IN_IMAGE = 'localhost/slipway:stand-in';
/** What is asked of a Swarm is answered by managers alone. */
const refusal: Answer = {
  status: 503,
  body: {
    message:
      "This node is not a swarm manager. Worker nodes can't be used to view or modify cluster state. Please run this command on a manager node or promote the current node to a manager.",
  },
};
const NODE = { id: newId(), name: 'stand-in', cpus: 2e9, memory: 8 * 1024 ** 3 };

/** `isWorker`: of a node that manages nothing. */
export async function startStandInEngine({ isWorker = false } = {}): Promise<{ socketPath: string }> {
  const services = new Map<string, Service>();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = isWorker ? refusal : await answer(services, request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  const server = http.createServer((request, response) => void take(request, response));
  const socketPath = path.join(await makeTempFolder('e'), 's');
  server.listen(socketPath);
  await once(server, 'listening');
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { socketPath };
}

async function answer(services: Map<string, Service>, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url?.replace(/^\/v[\d.]+/, '') ?? '/', 'http://engine');
  const asked = `${request.method} ${pathname}`;
  if (asked === 'POST /services/create') return create(services, JSON.parse(await text(request)) as Spec);
  if (asked === 'GET /services')
    return { status: 200, body: found(services, searchParams.get('filters')).map(serviceOf) };
  if (asked === 'GET /tasks') return tasksIn(services, searchParams.get('filters'));
  if (asked === 'GET /nodes') return { status: 200, body: [nodeAnswer()] };
  return remove(services, asked);
}

/** Of all services, or of those that are named, which have to be there. */
function tasksIn(services: ReadonlyMap<string, Service>, filters: string | null): Answer {
  const { service: names } = JSON.parse(filters ?? '{}') as { service?: string[] };
  const missing = names?.find((name) => !services.has(name));
  if (missing !== undefined) return { status: 404, body: { message: `service ${missing} not found` } };
  const all = [...services.values()].filter(({ spec }) => names === undefined || names.includes(spec.Name));
  const unplaced = whyUnplaced(services);
  return { status: 200, body: all.map((service) => taskOf(service, unplaced.get(service.id))) };
}

function remove(services: Map<string, Service>, asked: string): Answer {
  const name = /^DELETE \/services\/(?<name>.+)$/.exec(asked)?.groups?.['name'];
  if (name === undefined) return { status: 404, body: { message: 'page not found' } };
  return services.delete(name) ? { status: 200 } : { status: 404, body: { message: `service ${name} not found` } };
}

function create(services: Map<string, Service>, spec: Spec): Answer {
  const { Name: name } = spec;
  if (services.has(name)) {
    const why = `name conflicts with an existing object: service ${name} already exists`;
    return { status: 409, body: { message: `rpc error: code = AlreadyExists desc = ${why}` } };
  }
  const service = { id: newId(), spec, createdAt: new Date().toISOString() };
  services.set(name, service);
  return { status: 201, body: { ID: service.id } };
}

function found(services: ReadonlyMap<string, Service>, filters: string | null): Service[] {
  const { label = [] } = JSON.parse(filters ?? '{}') as { label?: string[] };
  const has = ({ spec }: Service, wanted: string) => {
    const [key = '', value] = wanted.split('=');
    return spec.Labels[key] === value;
  };
  return [...services.values()].filter((service) => label.every((wanted) => has(service, wanted)));
}

const serviceOf = ({ id, spec, createdAt }: Service) => ({ ID: id, CreatedAt: createdAt, Spec: spec });

function taskOf({ id, spec, createdAt }: Service, why: string | undefined) {
  const task = { ID: newId(), ServiceID: id, CreatedAt: createdAt };
  if (why !== undefined) {
    return {
      ...task,
      Status: { State: 'pending', Message: 'pending task scheduling', Err: `no suitable node (${why})` },
    };
  }
  const placed = { ...task, NodeID: NODE.id };
  const { Image: image } = spec.TaskTemplate.ContainerSpec;
  if (image === STAND_IN_IMAGE) return { ...placed, Status: { State: 'running', Message: 'started' } };
  return { ...placed, Status: { State: 'rejected', Message: 'preparing', Err: `No such image: ${image}` } };
}

/** Why each service has no place that has none: whoever came first has the room. */
function whyUnplaced(services: ReadonlyMap<string, Service>): Map<string, string> {
  const why = new Map<string, string>();
  let { cpus, memory } = NODE;
  for (const { id, spec } of services.values()) {
    const asked = roomOf(spec);
    if (asksForLabel(spec)) why.set(id, 'scheduling constraints not satisfied on 1 node');
    else if (asked.cpus > cpus || asked.memory > memory) why.set(id, 'insufficient resources on 1 node');
    else {
      cpus -= asked.cpus;
      memory -= asked.memory;
    }
  }
  return why;
}

/** Its node has no labels, so whatever asks for one has no place. */
function asksForLabel({ TaskTemplate: { Placement } }: Spec): boolean {
  return Placement?.Constraints?.some((one) => one.includes('==')) === true;
}

function roomOf({ TaskTemplate: { Resources } }: Spec) {
  const { NanoCPUs: cpus = 0, MemoryBytes: memory = 0 } = Resources?.Reservations ?? {};
  return { cpus, memory };
}

function nodeAnswer() {
  return {
    ID: NODE.id,
    Spec: { Labels: {}, Role: 'manager', Availability: 'active' },
    Description: { Hostname: NODE.name, Resources: { NanoCPUs: NODE.cpus, MemoryBytes: NODE.memory } },
    Status: { State: 'ready', Addr: '127.0.0.1' },
  };
}

function newId(): string {
  return randomBytes(12).toString('hex');
}
