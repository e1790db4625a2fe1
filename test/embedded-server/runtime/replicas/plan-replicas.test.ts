// What a namespace's policy asks for, as a table of situations; and when servers that ended are started again.
import { expect, test } from 'vitest';
import {
  type KeptServer,
  planReplicas,
  type Wanted,
} from '../../../../embedded-server/runtime/replicas/plan-replicas.ts';

const policy = {
  server_count: 2,
  on_version_switch: 'drain' as const,
  drain_limit: 1000,
  restart: 'back_off' as const,
};
const wanted: Wanted = { policy, version_id: 'new', canRun: true, limit: 128, living: 0, heldBack: 0, isPaused: false };
const nothing = { start: 0, resume: [], drain: [], stop: [] };

function server(id: string, change: Partial<KeptServer> = {}): KeptServer {
  return {
    id,
    version_id: 'new',
    state: 'running',
    createdAt: Number(id.replaceAll(/\D/g, '')),
    ...change,
  };
}

const old = (id: string, change: Partial<KeptServer> = {}) => server(id, { version_id: 'old', ...change });
const stopping = { ...policy, on_version_switch: 'stop' as const };

test.each<[string, Wanted, KeptServer[], object]>([
  ['starts what is missing', wanted, [server('1')], { start: 1 }],
  ['starts nothing when the version has no build', { ...wanted, canRun: false }, [], {}],
  ['ends the newest when there are too many', wanted, [server('1'), server('3'), server('2')], { stop: ['3'] }],
  ['counts servers that calls created against the limit', { ...wanted, limit: 2, living: 2 }, [server('1')], {}],
  ['leaves old ones alone until new ones are up', wanted, [old('1'), old('2')], { start: 2 }],
  [
    'lets an old one drain for each new one that is up',
    wanted,
    [old('1'), old('2'), server('3'), server('4', { state: 'starting' })],
    { drain: ['1'] },
  ],
  [
    'lets the old ones drain once all new ones are up',
    wanted,
    [old('1'), old('2'), server('3'), server('4')],
    { drain: ['1', '2'] },
  ],
  [
    'lets an old one go that nobody can join, which may hold the port that a new one needs',
    wanted,
    [old('1'), old('2', { state: 'silent' })],
    { start: 2, drain: ['2'] },
  ],
  [
    'ends first the old one that nobody can join',
    wanted,
    [old('1'), old('2', { state: 'silent' }), server('3')],
    { start: 1, drain: ['2'] },
  ],
  [
    'starts another one elsewhere before one leaves its node',
    wanted,
    [server('1', { leaves: true }), server('2')],
    { start: 1 },
  ],
  [
    'lets one drain that leaves its node once another stands in for it, also where switches stop servers',
    { ...wanted, policy: stopping },
    [server('1', { leaves: true }), server('2'), server('3')],
    { drain: ['1'] },
  ],
  [
    'takes none back that leaves its node',
    wanted,
    [server('1', { leaves: true, state: 'draining' }), server('2')],
    { start: 1 },
  ],
  [
    'lets one leave its node first where the limit has no room for two',
    { ...wanted, limit: 2 },
    [server('1', { leaves: true }), server('2')],
    { drain: ['1'] },
  ],
  [
    'stops old ones where the policy says so',
    { ...wanted, policy: stopping },
    [old('1'), server('2'), server('3')],
    { stop: ['1'] },
  ],
  [
    'keeps no old one for a place that a person emptied',
    { ...wanted, heldBack: 1 },
    [old('1'), server('2')],
    { drain: ['1'] },
  ],
  [
    'ends all when the count is 0',
    { ...wanted, policy: { ...policy, server_count: 0 } },
    [server('1')],
    { stop: ['1'] },
  ],
  [
    'starts no more than the limit, those included that are ending',
    { ...wanted, limit: 2 },
    [old('1', { state: 'stopping' })],
    { start: 1 },
  ],
  [
    'lets an old one go first where the limit has no room for both',
    { ...wanted, limit: 1 },
    [old('1')],
    { drain: ['1'] },
  ],
  [
    'lets no more go first than are missing',
    { ...wanted, limit: 2 },
    [old('1', { state: 'stopping' }), old('2')],
    { drain: ['2'] },
  ],
  ['waits with a new one until the limit has room', { ...wanted, limit: 1 }, [old('1', { state: 'stopping' })], {}],
  ['a limit of 0 means none', { ...wanted, limit: 0 }, [], {}],
  ['does not replace what a person stopped', { ...wanted, heldBack: 1 }, [server('1')], {}],
  ['starts nothing while it is paused', { ...wanted, isPaused: true }, [], {}],
  [
    'takes draining ones back when their version returns',
    wanted,
    [server('1', { state: 'draining' }), old('2')],
    { start: 1, resume: ['1'] },
  ],
])('%s', (_, situation, kept, plan) => {
  const living = Math.max(situation.living, kept.length);
  expect(planReplicas({ ...situation, living }, kept)).toEqual({ ...nothing, ...plan });
});
