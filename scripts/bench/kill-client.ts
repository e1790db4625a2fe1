// The client of the kill loop: does random things to the service until it is gone, and keeps a ledger of what it wanted
// and what was acknowledged. The bytes of a build follow from its name, so that none have to be kept.
import { createHash } from 'node:crypto';
import { z } from 'zod';

const MiB = 1_048_576;

export type Service = { url: string; token: string };
export type LedgerBuild = {
  name: string;
  bytes: number;
  id?: string;
  parts: Map<number, string>;
  isDone?: boolean;
  isDeleting?: boolean;
  isDeleted?: boolean;
};
export type LedgerGame = { id: string; place: string; builds: Map<string, LedgerBuild>; switches: string[] };
export type Ledger = { games: LedgerGame[]; names: Set<string>; acknowledged: number };
export type Random = (below: number) => number;

const presigned = z.object({ url: z.string(), byte_offset: z.int(), content_length: z.int() });
type Presigned = z.infer<typeof presigned>;
const prepared = z.object({
  build: z.string(),
  image_presigned_request: presigned.optional(),
  image_presigned_requests: z.array(presigned).optional(),
});
export const gameAnswer = z.object({
  game: z.object({
    namespaces: z.array(z.object({ namespace_id: z.string(), name_id: z.string(), version_id: z.string() })),
    versions: z.array(z.object({ version_id: z.string(), display_name: z.string() })),
  }),
});
export const buildsAnswer = z.object({
  builds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      upload_id: z.string(),
      version_id: z.string().optional(),
    }),
  ),
});
const partRow = presigned.extend({ received: z.boolean(), content_digest: z.string().optional() });
export const uploadAnswer = z.object({ upload: z.object({ parts: z.array(partRow) }) });

/** Throws on everything but 200. */
export async function call(service: Service, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.token}`, connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: jsonHeaders(service.token) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** An answer that should not have come; a connection that ended is none. */
export class Refused extends Error {}

export function contentOf({ name, bytes }: Pick<LedgerBuild, 'name' | 'bytes'>): Buffer<ArrayBuffer> {
  return Buffer.alloc(bytes, createHash('sha256').update(name).digest());
}

/** Goes on until the service is gone. */
export async function work(service: Service, ledger: Ledger, mine: LedgerGame, random: Random): Promise<void> {
  try {
    for (;;) await oneStep(service, ledger, mine, random);
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
  }
}

export async function createGame(service: Service, ledger: Ledger, name: string): Promise<LedgerGame> {
  ledger.names.add(name);
  const { groups } = z
    .object({ groups: z.array(z.object({ group_id: z.string() })) })
    .parse(await call(service, 'GET', '/cloud/games'));
  const made = await call(service, 'POST', '/cloud/games', {
    developer_group_id: groups[0]?.group_id,
    display_name: name,
  });
  const { game_id: id } = z.object({ game_id: z.string() }).parse(made);
  const { game } = gameAnswer.parse(await call(service, 'GET', `/cloud/games/${id}`));
  ledger.acknowledged += 1;
  const place = game.namespaces.find((each) => each.name_id === 'prod')?.namespace_id ?? '';
  return { id, place, builds: new Map(), switches: [] };
}

async function oneStep(service: Service, ledger: Ledger, game: LedgerGame, random: Random): Promise<void> {
  const dice = random(20);
  const whole = [...game.builds.values()].filter((build) => build.isDone && !build.isDeleting);
  const isCrowded = game.builds.size - [...game.builds.values()].filter((build) => build.isDeleted).length > 8;
  if (dice < 9 && !isCrowded) await upload(service, ledger, game, random(400_000), random);
  else if (dice < 11 && !isCrowded) await upload(service, ledger, game, 16 * MiB + 1 + random(500_000), random);
  else if (dice < 15) await switchVersion(service, ledger, game, whole[random(whole.length)]);
  else if (dice < 17) await resume(service, ledger, game);
  else if (isCrowded) await remove(service, ledger, game, whole[0]);
  else if (dice === 19 && ledger.names.size < 60) await createGame(service, ledger, `Game ${ledger.names.size}`);
}

async function upload(service: Service, ledger: Ledger, game: LedgerGame, bytes: number, random: Random) {
  const build: LedgerBuild = { name: `b${game.builds.size}-${game.id.slice(0, 8)}`, bytes, parts: new Map() };
  game.builds.set(build.name, build);
  const answer = await call(service, 'POST', `/games/${game.id}/environments/${game.place}/builds/prepare`, {
    name: build.name,
    image_tag: 'kill:1',
    image_file: { path: 'build.tar', content_length: bytes },
    multipart_upload: bytes > 16 * MiB,
  });
  const found = prepared.parse(answer);
  build.id = found.build;
  ledger.acknowledged += 1;
  const single = found.image_presigned_request;
  const parts = found.image_presigned_requests ?? (single === undefined ? [] : [single]);
  const order = random(2) === 0 ? parts : parts.toReversed();
  for (const part of order) await putPart(ledger, build, part, parts.indexOf(part) + 1);
  build.isDone = true;
}

async function putPart(ledger: Ledger, build: LedgerBuild, part: Presigned, number: number): Promise<void> {
  const bytes = contentOf(build).subarray(part.byte_offset, part.byte_offset + part.content_length);
  const response = await fetch(part.url, { method: 'PUT', body: bytes, headers: { connection: 'close' } });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`PUT answered ${response.status}: ${text}`);
  build.parts.set(number, response.headers.get('content-digest') ?? '');
  ledger.acknowledged += 1;
}

/** Sends what is missing of an upload that an earlier end of the service has interrupted. */
async function resume(service: Service, ledger: Ledger, game: LedgerGame): Promise<void> {
  const at = `/games/${game.id}/environments/${game.place}/builds`;
  const { builds } = buildsAnswer.parse(await call(service, 'GET', at));
  const open = builds.find((build) => build.state === 'uploading');
  const known = open === undefined ? undefined : game.builds.get(open.name);
  if (open === undefined || known === undefined) return;
  const { upload: found } = uploadAnswer.parse(await call(service, 'GET', `/cloud/uploads/${open.upload_id}`));
  for (const [index, part] of found.parts.entries()) if (!part.received) await putPart(ledger, known, part, index + 1);
  known.id = open.id;
  known.isDone = true;
}

async function switchVersion(service: Service, ledger: Ledger, game: LedgerGame, to: LedgerBuild | undefined) {
  if (to === undefined) return;
  const { game: found } = gameAnswer.parse(await call(service, 'GET', `/cloud/games/${game.id}`));
  const version = found.versions.find((each) => each.display_name === to.name);
  const present = found.namespaces.find((each) => each.namespace_id === game.place)?.version_id;
  if (version === undefined) throw new Refused(`Build ${to.name} was acknowledged and has no version`);
  if (version.version_id === present) return;
  const at = `/cloud/games/${game.id}/namespaces/${game.place}/version`;
  await call(service, 'PUT', at, { version_id: version.version_id });
  game.switches.push(version.version_id);
  ledger.acknowledged += 1;
}

async function remove(service: Service, ledger: Ledger, game: LedgerGame, build: LedgerBuild | undefined) {
  if (build?.id === undefined) return;
  const { game: found } = gameAnswer.parse(await call(service, 'GET', `/cloud/games/${game.id}`));
  const version = found.versions.find((each) => each.display_name === build.name)?.version_id;
  if (found.namespaces.some((each) => each.version_id === version)) return;
  build.isDeleting = true;
  await call(service, 'DELETE', `/games/${game.id}/environments/${game.place}/builds/${build.id}`);
  build.isDeleted = true;
  ledger.acknowledged += 1;
}

function jsonHeaders(token: string) {
  return { authorization: `Bearer ${token}`, connection: 'close', 'content-type': 'application/json' };
}
