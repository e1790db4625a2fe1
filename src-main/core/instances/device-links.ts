// Device links: asks a remote for one, shows it, waits until somebody opened it there, and takes the token that comes of it.
import { listSource } from '../../../src-shared/bridge/source.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView, LinkOutcome } from '../../../src-shared/instances/bridge.ts';
import { createServiceClient } from '../../../src-shared/service/client.ts';
import { asMessage } from '../../../src-shared/text/message.ts';
import { openNetwork } from '../http/network.ts';
import { type CallRecord, createHttpTransport } from '../http/transport.ts';
import { isRefusal, runWatchLoop } from '../http/watch-loop.ts';
import { type AddOptions, addRemote, findWay, orAskAboutCertificate, type RemoteRequest } from './add-remote.ts';

/** How long a link lasts where its token does not say. */
const USUAL_LIFE_MS = 3_600_000;
/** How long one that ended is still shown. */
const SHOWN_AFTER_MS = 60_000;

export type DeviceLinks = ReturnType<typeof createDeviceLinks>;

export function createDeviceLinks(options: AddOptions) {
  const list = createLinkList();
  const start = async (request: RemoteRequest): Promise<LinkOutcome> => {
    const way = await findWay(request, options.caFile());
    if (way.outcome !== 'ready') return way;
    return await orAskAboutCertificate(way.url, async () => {
      const network = await openNetwork(way.trust);
      const onCall = (record: CallRecord) => options.onCall('device-link', record);
      const client = createServiceClient(createHttpTransport({ url: way.url, network, onCall, asksForReasons: true }));
      try {
        const made = await client.createDeviceLink({}).catch(explainMissing);
        const link = viewOf(way.url, made);
        const signal = list.begin(link, network.close);
        void wait(options, { link, request, client, signal, token: made.device_link_token, show: list.show });
        return { outcome: 'waiting', link };
      } catch (thrown) {
        network.close();
        throw thrown;
      }
    });
  };
  return { source: list.source, start, cancel: list.cancel, close: list.close };
}

/** The links that wait, and for a moment those that ended. */
function createLinkList() {
  const source = listSource<DeviceLinkView>();
  const open = new Map<string, () => void>();
  const later = new Set<NodeJS.Timeout>();
  const end = (id: string) => {
    open.get(id)?.();
    open.delete(id);
  };
  return {
    source,
    begin: (link: DeviceLinkView, onEnd: () => void): AbortSignal => {
      const controller = new AbortController();
      open.set(link.id, () => {
        controller.abort();
        onEnd();
      });
      source.set(link);
      return controller.signal;
    },
    show: (link: DeviceLinkView) => {
      if (!open.has(link.id)) return; // it was cancelled
      source.set(link);
      if (link.state === 'waiting') return;
      end(link.id);
      const timer = setTimeout(() => {
        later.delete(timer);
        source.remove(link.id);
      }, SHOWN_AFTER_MS);
      later.add(timer);
    },
    cancel: (id: string) => {
      end(id);
      source.remove(id);
    },
    close: () => {
      for (const id of Array.from(open.keys())) end(id);
      for (const timer of later) clearTimeout(timer);
    },
  };
}

/** Waits for the token by watch, until the link is done, too old or cancelled. */
async function wait(options: AddOptions, { link, request, client, signal, token, show }: WaitFor): Promise<void> {
  const expiry = setTimeout(() => show({ ...link, state: 'expired' }), Math.max(0, link.expires_at - Date.now()));
  let isTaken = false;
  await runWatchLoop({
    signal,
    ask: (index, stop) =>
      client.getDeviceLink({ query: { device_link_token: token, watch_index: index } }, { signal: stop, once: true }),
    onAnswer: ({ cloud_token: cloudToken, refused }) => {
      if (refused === true) {
        show({ ...link, state: 'failed', problem: new AppError('REQUEST_REFUSED', 'link.refused').toBody() });
        return;
      }
      if (cloudToken === undefined || isTaken) return;
      isTaken = true;
      void addRemote(options, { ...request, token: cloudToken }).then(
        (added) => show(afterAdding(link, added)),
        (thrown: unknown) => show({ ...link, state: 'failed', problem: asAppError(thrown).toBody() }),
      );
    },
    onFailure: (error) => {
      if (error.code === 'TOKEN_EXPIRED') show({ ...link, state: 'expired' });
      else if (isRefusal(error)) show({ ...link, state: 'failed', problem: error.toBody() });
      else show({ ...link, problem: error.toBody() });
    },
  });
  clearTimeout(expiry);
}

type Client = ReturnType<typeof createServiceClient>;
type WaitFor = {
  link: WaitingLink;
  request: RemoteRequest;
  client: Client;
  signal: AbortSignal;
  token: string;
  show(link: DeviceLinkView): void;
};
type WaitingLink = Extract<DeviceLinkView, { state: 'waiting' }>;
type Made = Awaited<ReturnType<Client['createDeviceLink']>>;

function explainMissing(thrown: unknown): never {
  const error = asAppError(thrown);
  if (error.code !== 'API_NOT_FOUND') throw error;
  throw new AppError('NOT_OFFERED', 'ability.device-link', {}, { cause: thrown });
}

function viewOf(
  url: string,
  { device_link_id: id, device_link_url: link, device_link_token: token }: Made,
): WaitingLink {
  return { id, url, link, code: token, expires_at: expiryOf(token), state: 'waiting' };
}

/** The link's token is a JSON Web Token, which says when it ends. */
function expiryOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number') {
      return claims.exp * 1000;
    }
  } catch {
    // Another spelling of a token; it lasts as long as they usually do.
  }
  return Date.now() + USUAL_LIFE_MS;
}

function afterAdding(link: WaitingLink, added: Awaited<ReturnType<typeof addRemote>>): DeviceLinkView {
  if (added.outcome === 'added') return { ...link, state: 'done', instance_id: added.instance_id };
  return {
    ...link,
    state: 'failed',
    problem: new AppError('CERTIFICATE_UNTRUSTED', asMessage(added.sentence)).toBody(),
  };
}
