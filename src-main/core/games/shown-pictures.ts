// Pictures of games for the window, which may load nothing from elsewhere: got here, looked at, and served to it by its shell.
// What was got is kept for a while, so that a picture stays while its instance is away.
import { checkPicture } from '../../../embedded-server/index.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { pictureLimits } from '../../../src-shared/games/settings-bridge.ts';
import { type ShownPicture, shownPicture } from '../../../src-shared/games/shown-pictures.ts';
import { createTurns } from '../../../src-shared/turns.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { checkPictureAddress, getPicture } from './get-picture.ts';

/** For so long nobody asks whether a picture is still the same. */
const FRESH_MS = 60_000;
/** All that is kept, together. */
const MOST_BYTES = 33_554_432;
/** So many are got at once: each may have as many bytes as a picture may have. */
const MOST_AT_ONCE = 4;

type Kept = { type: string; bytes: Buffer; etag: string | undefined; at: number };

/** What a shell answers with. */
export type PictureAnswer = { status: number; headers: Record<string, string>; body: Buffer | null };
export type ShownPictures = { answer(query: URLSearchParams): Promise<PictureAnswer> };

export function createShownPictures(instances: InstanceService): ShownPictures {
  const kept = new Map<string, Kept>();
  const queues = createTurns();
  let requestCount = 0;
  const underWay = new Map<string, Promise<Kept>>();
  const keep = (key: string, picture: Kept) => {
    kept.delete(key); // the newest stands last
    kept.set(key, picture);
    let bytes = 0;
    for (const [other, one] of [...kept].toReversed()) {
      bytes += one.bytes.length;
      if (bytes > MOST_BYTES) kept.delete(other);
    }
    return picture;
  };
  const renew = async (request: ShownPicture, key: string): Promise<Kept> => {
    const known = kept.get(key);
    try {
      return keep(key, await look(instances, request, known));
    } catch (thrown) {
      if (known !== undefined && asAppError(thrown).code === 'INSTANCE_UNREACHABLE') return known;
      kept.delete(key);
      throw thrown;
    }
  };
  const inLane = (work: () => Promise<Kept>) => {
    requestCount += 1;
    return queues.of(String(requestCount % MOST_AT_ONCE))(work);
  };
  const find = (request: ShownPicture): Promise<Kept> => {
    const key = JSON.stringify(request);
    const known = kept.get(key);
    if (known !== undefined && Date.now() - known.at < FRESH_MS) return Promise.resolve(known);
    const found = underWay.get(key) ?? inLane(() => renew(request, key)).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
  return { answer: (query) => answer(query, find) };
}

async function look(instances: InstanceService, request: ShownPicture, known: Kept | undefined): Promise<Kept> {
  const { instance_id: id, kind, url: text } = request;
  const instance = instances.find(id);
  const { agents } = instance.network();
  const url = new URL(text);
  checkPictureAddress(url, instance.view().url ?? text);
  const got = await getPicture({ url, agents, most: pictureLimits[kind], etag: known?.etag });
  const at = Date.now();
  if (got === undefined && known !== undefined) return { ...known, at };
  if (got === undefined) throw new AppError('API_NOT_FOUND');
  return { ...got, type: checkPicture(got.bytes).type, at };
}

/** Failures are a status alone: in the window an own tile stands in their place. */
async function answer(query: URLSearchParams, find: (request: ShownPicture) => Promise<Kept>): Promise<PictureAnswer> {
  const request = shownPicture.safeParse(Object.fromEntries(query));
  if (!request.success) return { status: 400, headers: fixed, body: null };
  try {
    const { type, bytes } = await find(request.data);
    const lasting = `private, max-age=${FRESH_MS / 1000}`;
    return { status: 200, headers: { ...fixed, 'content-type': type, 'cache-control': lasting }, body: bytes };
  } catch (thrown) {
    return { status: asAppError(thrown).status, headers: fixed, body: null };
  }
}

/** Whatever is in a picture may do nothing. */
const fixed = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};
