// Says whom a server waits for that takes the place of another one: in both logs, and where people look at the new one.
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import { type Message, makeMessage, messageFor } from '../../../src-shared/text/message.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { RunDependencies } from './run-dependencies.ts';

type Wait = {
  server: ServerRecord;
  holder_id: string;
  /** The number that both listen on; without it, they have the same kept folders. */
  port?: number;
};
type Words = { forEnd: Message; forPlayers: Message; inItsLog: Message };

/** With players on the old one it may take minutes, and is what is to be known of the new one meanwhile. */
export function sayWait({ records, note }: Pick<RunDependencies, 'records' | 'note'>, wait: Wait): void {
  const { server_id } = wait.server;
  const { forEnd, forPlayers, inItsLog } = wordsOf(wait);
  const isDraining = records.one(wait.holder_id)?.state === 'draining';
  note(server_id, (isDraining ? forPlayers : forEnd).text);
  if (!isDraining) return;
  records.change(server_id, { problem: forPlayers });
  note(wait.holder_id, inItsLog.text);
}

function wordsOf({ server: { server_id }, holder_id, port }: Wait): Words {
  const [server, next] = [shortServerId(holder_id), shortServerId(server_id)];
  if (port === undefined) {
    return {
      forEnd: messageFor('kept.waits-for-holder', { server }),
      forPlayers: messageFor('kept.waits-for-players', { server }),
      inItsLog: messageFor('kept.drains', { server: next }),
    };
  }
  return {
    forEnd: messageFor('port.waits-for-holder', { port, server }),
    forPlayers: messageFor('port.waits-for-players', { port, server }),
    inItsLog: messageFor('port.drains', { port, server: next }),
  };
}

const NEVER_STARTED = {
  'kept.waits-for-players': 'kept.waited-never-started',
  'port.waits-for-players': 'port.waited-never-started',
} as const;

/** What is to be said of one that was ended while it waited; null of any other. */
export function sayWaited({ problem }: ServerRecord): Message | null {
  if (problem === null || typeof problem === 'string') return null;
  const [, reason] = Object.entries(NEVER_STARTED).find(([waits]) => waits === problem.reason) ?? [];
  return reason === undefined ? null : makeMessage(reason, problem.params);
}
