// Takes pictures from the window piece by piece, and sends each to where its instance wants it. None is kept for long.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type PictureKind, pictureLimits } from '../../../src-shared/games/settings-bridge.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { putBytes } from './put-bytes.ts';

/** So many may come at once, and each is forgotten when it is not sent within this time. */
const MOST_AT_ONCE = 4;
const KEPT_MS = 300_000;

type PictureRequest = { instance_id: string; game_id: string; kind: PictureKind; mime: string; bytes: number };
type Coming = { request: PictureRequest; bytes: Buffer; arrived: number; timer: NodeJS.Timeout };

export function createPictures(instances: InstanceService) {
  const coming = new Map<string, Coming>();
  const forget = (id: string) => {
    clearTimeout(coming.get(id)?.timer);
    coming.delete(id);
  };
  const find = (id: string): Coming => {
    const found = coming.get(id);
    if (found === undefined) throw new AppError('UPLOAD_NOT_FOUND', 'picture.took-too-long');
    return found;
  };
  return {
    begin: (request: PictureRequest): string => {
      refuse(request);
      const [oldest] = coming.keys();
      if (oldest !== undefined && coming.size >= MOST_AT_ONCE) forget(oldest);
      const id = randomUUID();
      const timer = setTimeout(() => forget(id), KEPT_MS).unref();
      coming.set(id, { request, bytes: Buffer.alloc(request.bytes), arrived: 0, timer });
      return id;
    },
    add: (id: string, offset: number, data: Buffer): void => {
      const picture = find(id);
      const fits = offset === picture.arrived && offset + data.length <= picture.bytes.length;
      if (!fits) throw new AppError('UPLOAD_INVALID', 'picture.not-whole');
      picture.arrived += data.copy(picture.bytes, offset);
    },
    send: async (id: string, signal: AbortSignal): Promise<void> => {
      const { request, bytes, arrived } = find(id);
      if (arrived !== bytes.length) {
        throw new AppError('UPLOAD_INCOMPLETE', 'picture.not-whole');
      }
      forget(id);
      await send(instances, request, bytes, signal);
    },
  };
}

function refuse({ kind, bytes }: PictureRequest): void {
  if (bytes <= pictureLimits[kind]) return;
  throw new AppError('UPLOAD_TOO_LARGE', 'picture.too-large', { kind, limit: pictureLimits[kind] / 1e6 });
}

/** The bytes make it show; the call that confirms them is for instances that have it. */
async function send(
  instances: InstanceService,
  picture: PictureRequest,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
  requireWritable(instances, picture.instance_id);
  const instance = instances.find(picture.instance_id);
  if (picture.kind === 'banner') requireAbility(instance, 'set_banner');
  const client = instance.client();
  const params = { game_id: picture.game_id };
  const ending = picture.mime.slice('image/'.length).replace('jpeg', 'jpg');
  const body = { path: `${picture.kind}.${ending}`, content_length: bytes.length, mime: picture.mime };
  const { presigned_request: request, upload_id } =
    picture.kind === 'logo'
      ? await client.prepareGameLogo({ params, body })
      : await client.prepareGameBanner({ params, body });
  await putBytes({ url: request.url, bytes, mime: picture.mime, agents: instance.network().agents, signal });
  if (instance.view().why_not?.set_banner !== undefined) return;
  const confirm = { params: { ...params, upload_id } };
  await (picture.kind === 'logo' ? client.completeGameLogo(confirm) : client.completeGameBanner(confirm));
}
