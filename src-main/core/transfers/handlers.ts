// Answers the window's calls and topics about transfers.
import path from 'node:path';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { transferCalls, transferTopics } from '../../../src-shared/transfers/bridge.ts';
import type { Host } from '../host/host.ts';
import type { TransferService } from './transfer-service.ts';

type Contract = { calls: typeof transferCalls; topics: typeof transferTopics };

export function transferHandlers(transfers: TransferService, host: Host): CallHandlers<Contract> {
  return {
    'transfers.chooseFolder': async () => {
      const folder = await host.pickFolder(messageFor('pick.build-folder'));
      return { source: folder === null ? null : transfers.sources.offer(folder) };
    },
    'transfers.takeDropped': async ({ paths }) => {
      // A browser gives no paths, so whoever names one there is not our page.
      if (host.view.shell !== 'electron') throw new AppError('NOT_OFFERED', 'drop.no-paths-in-browser');
      const named = paths.filter((place) => typeof place === 'string' && path.isAbsolute(place));
      if (named.length < paths.length) throw new AppError('BRIDGE_BAD_INPUT', 'drop.not-of-this-machine');
      return { sources: named.map((place) => transfers.sources.offer(String(place))) };
    },
    'transfers.examine': ({ source_id: id }, { signal }) => transfers.examine(id, signal),
    'transfers.release': ({ source_id: id }) => transfers.release(id),
    'transfers.start': async (request) => ({ transfer_id: await transfers.start(request) }),
    ...ofOne(transfers, host),
    'transfers.pauseAll': () => transfers.pauseAll(),
    'transfers.resumeAll': () => transfers.resumeAll(),
    'transfers.clear': async () => {
      transfers.clear();
    },
    'transfers.limit': async (request) => {
      transfers.limit(request);
    },
  };
}

type OfOne = 'pause' | 'resume' | 'cancel' | 'retry' | 'reorder' | 'remove' | 'reveal';

function ofOne(transfers: TransferService, host: Host): Pick<CallHandlers<Contract>, `transfers.${OfOne}`> {
  return {
    'transfers.pause': ({ transfer_id: id }) => transfers.pause(id),
    'transfers.resume': ({ transfer_id: id }) => transfers.resume(id),
    'transfers.cancel': ({ transfer_id: id }) => transfers.cancel(id),
    'transfers.retry': ({ transfer_id: id, new_build: asNewBuild }) => transfers.retry(id, asNewBuild === true),
    'transfers.reorder': async ({ transfer_id: id, before }) => {
      transfers.reorder(id, before);
    },
    'transfers.remove': async ({ transfer_id: id }) => {
      transfers.remove(id);
    },
    'transfers.reveal': ({ transfer_id: id }) => host.showInFolder(transfers.placeOf(id)),
  };
}

export function transferSources(transfers: TransferService): TopicSources<Contract> {
  return {
    transfers: () => transfers.list(),
    'transfers.parts': ({ transfer_id: id }) => transfers.parts(id),
    'transfers.tries': ({ transfer_id: id }) => transfers.tries(id),
    'transfers.speed': () => transfers.speed(),
    'transfers.limits': () => transfers.limits,
  };
}
