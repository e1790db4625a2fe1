// Why a server crashed, as far as more is known of it than the code that it ended with. Pure.
import type { Server } from '../service/servers.ts';
import type { Sentence } from '../text/message.ts';

/** These alone say nothing of why. */
const BARE = new Set([
  'server.exited',
  'server.exited-with-signal',
  'server.ended-without-code',
  'server.log-says-more',
]);

/** What happened, or else what its last lines and the system tell of it and what to do. */
export function knownCause({ problem, hint }: Pick<Server, 'problem' | 'hint'>): Sentence | undefined {
  return [problem, ownHint(hint)].find(saysWhy);
}

/** What to do about its end, without what its namespace did then. */
export function ownHint(hint: Sentence | undefined): Sentence | undefined {
  if (hint === undefined || typeof hint === 'string') return hint;
  const isOfNamespace = hint.reason === 'server.given-up' || hint.reason === 'server.switched-back';
  const before = isOfNamespace ? hint.params?.['before'] : undefined;
  return typeof before === 'object' ? before : isOfNamespace ? undefined : hint;
}

/** What is no reason of ours may be anything. */
function saysWhy(sentence: Sentence | undefined): boolean {
  return typeof sentence === 'object' && sentence.reason !== undefined && !BARE.has(sentence.reason);
}
