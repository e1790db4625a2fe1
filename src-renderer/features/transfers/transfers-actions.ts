// Follows the transfers, and asks for what a person can do with them. Each request says its own failure.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { client } from '../../bridge/client.ts';
import { phrase, t } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { tellNews } from './transfer-news.ts';
import { wouldLose } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Mirrors the transfers until the answer is called, and says what becomes of them. */
export function followTransfers(): () => void {
  const stops = [
    client.subscribe('transfers', {}, { next: takeList }),
    client.subscribe(
      'transfers.limits',
      {},
      {
        next: ({ bytes_per_second: limit, slowed }) => useTransfers.setState({ limit, slowed }),
      },
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function takeList(list: TransferView[]): void {
  const { list: before } = useTransfers.getState();
  useTransfers.setState({ list });
  if (before !== undefined) tellNews(before, list);
}

/** Mirrors the speed of the last minutes until the answer is called. */
export function followSpeed(): () => void {
  return client.subscribe('transfers.speed', {}, { next: (speed) => useTransfers.setState({ speed }) });
}

/** Mirrors how the parts of one transfer stand until the answer is called. */
export function followParts(id: string): () => void {
  return client.subscribe(
    'transfers.parts',
    { transfer_id: id },
    { next: (map) => useTransfers.setState(({ maps }) => ({ maps: { ...maps, [id]: map } })) },
  );
}

/** Mirrors the log of tries of one transfer until the answer is called. */
export function followAttempts(id: string): () => void {
  return client.subscribe(
    'transfers.tries',
    { transfer_id: id },
    { next: (log) => useTransfers.setState(({ tries }) => ({ tries: { ...tries, [id]: log } })) },
  );
}

/** Stops it; what was sent stays. */
export function pauseTransfer({ id, name }: TransferView): Promise<void> {
  return ask(id, t('{name} could not be paused', { name }), () => client.call('transfers.pause', { transfer_id: id }));
}

/** Lets it go on where it was. */
export function resumeTransfer({ id, name }: TransferView): Promise<void> {
  return ask(id, t('{name} could not be resumed', { name }), () =>
    client.call('transfers.resume', { transfer_id: id }),
  );
}

/** Tries again now, or sends everything from scratch. */
export function retryTransfer({ id, name }: TransferView, asNewBuild = false): Promise<void> {
  const input = { transfer_id: id, ...(asNewBuild ? { new_build: true } : {}) };
  return ask(id, t('{name} could not be tried again', { name }), () => client.call('transfers.retry', input));
}

/** Gives it up; a person is asked first when something that was sent would be lost. */
export function giveUp(view: TransferView): void {
  if (wouldLose(view)) useTransfers.setState({ cancelling: view.id });
  else void cancelTransfer(view);
}

/** Closes the question. */
export function keepTransfer(): void {
  useTransfers.setState({ cancelling: undefined });
}

/** Gives it up without a question. */
export function cancelTransfer({ id, name }: TransferView): Promise<void> {
  useTransfers.setState({ cancelling: undefined });
  return ask(id, t('{name} could not be cancelled', { name }), () =>
    client.call('transfers.cancel', { transfer_id: id }),
  );
}

/** Takes one that has ended out of the list. */
export function removeTransfer({ id, name }: TransferView): Promise<void> {
  return ask(id, t('{name} could not be removed from the list', { name }), () =>
    client.call('transfers.remove', { transfer_id: id }),
  );
}

/** Puts it before another one, or last. */
export function moveTransfer({ id, name }: TransferView, before: string | null): Promise<void> {
  return ask(id, t('{name} could not be moved', { name }), () =>
    client.call('transfers.reorder', { transfer_id: id, before }),
  );
}

/** Shows what is sent in the system's own browser of files. */
export function revealTransfer({ id, source_name: name }: TransferView): Promise<void> {
  return ask(id, t('{name} could not be shown', { name }), () => client.call('transfers.reveal', { transfer_id: id }));
}

/** Stops all of them. */
export function pauseAll(): Promise<void> {
  return ask('all', t('Not all transfers were paused'), () => client.call('transfers.pauseAll', {}));
}

/** Lets all that rest go on. */
export function resumeAll(): Promise<void> {
  return ask('all', t('Not all transfers were resumed'), () => client.call('transfers.resumeAll', {}));
}

/** Takes all that have ended out of the list. */
export function clearFinished(): Promise<void> {
  return ask('all', t('The list could not be cleared'), () => client.call('transfers.clear', {}));
}

/** Limits all transfers together; null takes the limit away. It is drawn at once, and is as the core has it after that. */
export async function limitTransfers(limit: number | null): Promise<void> {
  const { limit: before } = useTransfers.getState();
  useTransfers.setState({ limit });
  try {
    await client.call('transfers.limit', { bytes_per_second: limit });
  } catch (thrown) {
    useTransfers.setState({ limit: before });
    say({ state: 'failed', title: phrase('The limit was not changed'), detail: asAppError(thrown).toMessage() });
  }
}

async function ask(id: string, failure: string, run: () => Promise<unknown>): Promise<void> {
  const setBusy = (isBusy: boolean | undefined) =>
    useTransfers.setState(({ busy }) => ({ busy: { ...busy, [id]: isBusy } }));
  setBusy(true);
  try {
    await run();
  } catch (thrown) {
    say({ state: 'failed', title: failure, detail: asAppError(thrown).toMessage() });
  } finally {
    setBusy(undefined);
  }
}
