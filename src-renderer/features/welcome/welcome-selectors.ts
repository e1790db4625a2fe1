// The words of the welcome page that depend on the instance. Pure.

import { isLoopbackHostname } from '../../../src-shared/host-address.ts';
import type { InstanceView, LocalView, RemoteView } from '../../../src-shared/instances/bridge.ts';
import { t, words } from '../../text/t.ts';
import { formatDuration } from '../../ui/format.ts';

/** How ready the service is: "Ready in 0.3 s" once it answers. */
export function formatReady(instance: LocalView): string {
  if (instance.state === 'connected') {
    return instance.ready_ms === undefined
      ? t('Ready')
      : t('Ready in {duration}', { duration: formatDuration(instance.ready_ms) });
  }
  return instance.state === 'starting' ? t('Starting') : t('Not connected');
}

/** How a remote answers: "Answers in 34 ms". */
export function formatRemoteState({ state, latency_ms: latency }: InstanceView): string {
  if (state !== 'connected') return state === 'connecting' ? t('Connecting') : t('Not connected');
  return latency === undefined ? t('Connected') : t('Answers in {latency} ms', { latency });
}

const tokenTexts = words({
  owner: 'Token for everything there',
  cloud: 'Token for one game',
  service: 'Token for one namespace',
});

/** What is known of a remote beside that, each in a few words. */
export function remoteFacts(instance: RemoteView): string[] {
  const { version, token_kind: kind, is_read_only: isReadOnly, in_the_clear: isClear } = instance;
  return [
    ...(version === undefined ? [] : [t('Version {version}', { version })]),
    ...(kind === undefined ? [] : [tokenTexts[kind]]),
    ...(isReadOnly ? [t('Read-only here')] : []),
    ...(isClear ? [t('Not encrypted')] : []),
  ];
}

/** Whether its address leads to nobody but this machine, whoever answers there. */
export function isOfThisMachine({ url }: Pick<RemoteView, 'url'>): boolean {
  return isLoopbackHostname(new URL(url).hostname);
}
