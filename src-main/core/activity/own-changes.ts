// Which change a call of the app made, as its path and its body tell. Pure.
import { z } from 'zod';
import type { ActivityChange, ActivityDetail } from '../../../src-shared/activity/bridge.ts';
import { hostingPolicy, matchmakerConfig } from '../../../src-shared/service/namespaces.ts';

type Told = Pick<ActivityChange, 'kind'> & Partial<ActivityChange>;
type Found = { ids: readonly string[]; body: unknown };

const ID = '([0-9a-f-]{36})';
const named = z
  .object({ name: z.string() })
  .or(z.object({ display_name: z.string() }).transform((one) => ({ name: one.display_name })));

/** A body that was cut or is not as expected leaves the change without its figures. */
const kinds: readonly { method: string; path: RegExp; tell: (found: Found) => Told }[] = [
  {
    method: 'POST',
    path: new RegExp(`/namespaces/${ID}/mm-config$`),
    tell: ({ ids, body }) => {
      const limits = matchmakerConfig.safeParse(body).data;
      return { kind: 'limits', namespace_id: ids[0], ...(limits === undefined ? {} : { set_after: { limits } }) };
    },
  },
  {
    method: 'PUT',
    path: new RegExp(`/namespaces/${ID}/hosting$`),
    tell: ({ ids, body }) => {
      const hosting = hostingPolicy.safeParse(body).data;
      return { kind: 'hosting', namespace_id: ids[0], ...(hosting === undefined ? {} : { set_after: { hosting } }) };
    },
  },
  {
    method: 'PUT',
    path: new RegExp(`/environments/${ID}/servers/${ID}/network$`),
    tell: ({ ids }) => ({ kind: 'network', namespace_id: ids[0], server_id: ids[1] }),
  },
  {
    method: 'POST',
    path: new RegExp(`/cloud/games/${ID}/tokens(/\\w+)?$`),
    tell: ({ body }) => ({ kind: 'token_created', ...nameOf(body) }),
  },
  {
    method: 'POST',
    path: new RegExp(`/cloud/games/${ID}/namespaces$`),
    tell: ({ body }) => ({ kind: 'namespace_created', ...nameOf(body) }),
  },
];

function nameOf(body: unknown): { name?: string } {
  return named.safeParse(body).data ?? {};
}

const told = z
  .object({ hosting: hostingPolicy })
  .transform(({ hosting }) => hosting)
  .or(hostingPolicy);

/** How a namespace kept its servers before a call set that: as the last call before told or set it. `calls` are newest first. */
export function hostingBefore({ id, path }: ActivityDetail, calls: readonly ActivityDetail[]) {
  for (const call of calls) {
    if (call.path !== path || Number(call.id) >= Number(id) || !isDone(call)) continue;
    const hosting = told.safeParse(parsed(call.method === 'GET' ? call.answer_body : call.request_body)).data;
    if (hosting !== undefined) return hosting;
  }
  return undefined;
}

const ENDS = new RegExp(`/environments/${ID}/servers/${ID}(?:/restart)?$`);

/** The servers that these calls ended. */
export function endedBy(calls: readonly ActivityDetail[]): ReadonlySet<string> {
  return new Set(calls.filter(isDone).flatMap(({ path }) => ENDS.exec(path.split('?')[0] ?? path)?.[2] ?? []));
}

const STARTS = new RegExp(`/environments/${ID}/servers(?:/${ID}/restart)?$`);
const started = z.object({ server: z.object({ id: z.string() }) });

/** The servers that these calls started, each with the one that it takes the place of, if it does. */
export function startedBy(calls: readonly ActivityDetail[]): ReadonlyMap<string, string | undefined> {
  const starts = calls.filter((call) => isDone(call) && STARTS.test(call.path));
  return new Map(
    starts.flatMap(({ path, answer_body: text }) => {
      const id = started.safeParse(parsed(text)).data?.server.id;
      return id === undefined ? [] : [[id, STARTS.exec(path)?.[2]] as const];
    }),
  );
}

/** What was kept of an answer may end within it, as that lists the parts of a large build. */
const PREPARED = new RegExp(`"build":"${ID}"`);

/** The builds whose upload these calls began. */
export function preparedBy(calls: readonly ActivityDetail[]): ReadonlySet<string> {
  const prepares = calls.filter((call) => isDone(call) && call.path.endsWith('/builds/prepare'));
  return new Set(prepares.flatMap(({ answer_body: text = '' }) => PREPARED.exec(text)?.[1] ?? []));
}

/** A call that was refused changed nothing. */
export function isDone({ status }: ActivityDetail): boolean {
  return status !== undefined && status < 300;
}

export function changeOfCall({ id, at, method, path, request_body: text }: ActivityDetail): ActivityChange | undefined {
  const [place = path] = path.split('?');
  for (const kind of kinds) {
    const match = kind.method === method ? kind.path.exec(place) : null;
    if (match !== null) {
      return { id: `call ${id}`, at, by: 'here', ...kind.tell({ ids: match.slice(1), body: parsed(text) }) };
    }
  }
  return undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
