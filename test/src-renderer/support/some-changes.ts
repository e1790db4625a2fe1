// What changed in Tidebreak today and yesterday, as drawn.
import type { ActivityChange } from '../../../src-shared/activity/bridge.ts';
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { durationMessage } from '../../../src-shared/text/values.ts';
import { laneId } from './some-board.ts';

const hosting = { server_count: 1, on_version_switch: 'drain', drain_limit: 7_200_000, restart: 'back_off' } as const;
const setup = (max_players: number) => ({
  limits: { lobby_count_max: 40, max_players },
  hosting,
  variables: [],
});

/** At these minutes of today, newest first; and as many yesterday. */
export function someChanges(): ActivityChange[] {
  const today = new Date();
  const at = (hour: number, minute: number, day = 0) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - day, hour, minute).getTime();
  const changes: Omit<ActivityChange, 'id'>[] = [
    {
      at: at(14, 21),
      kind: 'crashed',
      namespace_id: laneId('staging'),
      version: '0.5.0-rc2',
      count: 4,
      server_id: 'a20c6de8-0000-4000-8000-000000000001',
      problem: messageFor('server.ended-by-signal', {
        signal: 'SIGABRT',
        meaning: 'aborted',
        ran: durationMessage(312),
      }),
    },
    {
      at: at(14, 20),
      kind: 'deployed',
      by: 'here',
      made_by: { kind: 'owner' },
      made_from: { address: '127.0.0.1' },
      namespace_id: laneId('staging'),
      version: '0.5.0-rc2',
      before: '0.4.2',
      set_before: setup(12),
      set_after: setup(16),
    },
    {
      at: at(14, 19),
      kind: 'uploaded',
      namespace_id: laneId('staging'),
      version: '0.5.0-rc2',
      bytes: 1_340_000_000,
    },
    {
      at: at(13, 52),
      kind: 'network',
      by: 'here',
      namespace_id: laneId('dev'),
      server_id: '7c1e04b2-0000-4000-8000-000000000001',
    },
    {
      at: at(13, 40),
      kind: 'hosting',
      by: 'here',
      namespace_id: laneId('prod'),
      set_after: { hosting: { ...hosting, server_count: 2 } },
    },
    {
      at: at(13, 38),
      kind: 'server_killed',
      by: 'elsewhere',
      made_by: { kind: 'cloud', name: 'ops' },
      made_from: { address: '10.0.4.9', program: 'slipway/0.2.0' },
      namespace_id: laneId('playtest'),
      server_id: '5be107f3-0000-4000-8000-000000000001',
    },
    {
      at: at(20, 0, 1),
      kind: 'deployed',
      by: 'elsewhere',
      made_by: { kind: 'cloud', name: 'ci-deploy' },
      made_from: { address: '10.0.4.17', program: 'slipway/0.2.0' },
      namespace_id: laneId('playtest'),
      version: '0.4.9',
      before: '0.4.8',
    },
    {
      at: at(19, 58, 1),
      kind: 'rolled_back',
      by: 'here',
      namespace_id: laneId('playtest'),
      version: '0.4.8',
      before: '0.4.9',
      lasted_ms: 540_000,
    },
    {
      at: at(11, 30, 1),
      kind: 'limits',
      by: 'here',
      namespace_id: laneId('prod'),
      set_after: { limits: { lobby_count_max: 40, max_players: NO_PLAYER_LIMIT } },
    },
    { at: at(11, 2, 1), kind: 'token_created', by: 'here', name: 'ci-deploy' },
  ];
  return changes.map((change, n) => ({ id: String(n), ...change }));
}
