// What is asked of a server on a host: said once, and again where its host may not have heard it.
import { expect, it } from 'vitest';
import type { HostConnection } from '../../../../embedded-server/runtime/fleet/host-connection.ts';
import type { HostCall } from '../../../../embedded-server/runtime/fleet/host-messages.ts';
import { createRemoteLife, type RemoteLifeParts } from '../../../../embedded-server/runtime/fleet/remote-life.ts';

function open(more: Partial<RemoteLifeParts> = {}) {
  const problems: unknown[] = [];
  // Only what the parts need here.
  const parts = {
    server_id: 'one',
    wanted: { maxPlayers: 8, conditions: null },
    instance: undefined,
    host: { call: async () => 0 },
    control: { stoppedBy: () => undefined },
    assignment: async () => ({}),
    bind: () => undefined,
    onProblem: (thrown: unknown) => problems.push(thrown),
    now: () => 0,
    ...more,
  } as unknown as RemoteLifeParts;
  return { ...createRemoteLife(parts), problems };
}

function host(answer: () => Promise<void> = async () => undefined) {
  const asked: HostCall[] = [];
  const connection: HostConnection = {
    send: () => undefined,
    call: async (call) => {
      asked.push(structuredClone(call));
      await answer();
    },
    dismiss: () => undefined,
    hangUp: () => undefined,
  };
  const players = () => asked.map((call) => (call.name === 'want' ? call.wanted.maxPlayers : call.name));
  return { connection, players };
}

const hello = { t: 'hello', protocol: 1, instance: 'a', now: 0, logged: 0 } as const;

it('asks a host for what is new, and not again for what it was asked before', async () => {
  const life = open();
  const { connection, players } = host();
  life.connect(connection, hello);
  for (const maxPlayers of [8, 8, 4, 4, 0, 8]) await life.want({ maxPlayers });
  expect(players()).toEqual([8, 4, 0, 8]);
  await life.want({ conditions: null });
  expect(players()).toHaveLength(4);
  expect(life.problems).toEqual([]);
});

it('asks again a host that is back, and one that could not do it', async () => {
  const life = open();
  const first = host(() => Promise.reject(new Error('The port is taken')));
  life.connect(first.connection, hello);
  await expect(life.want({ maxPlayers: 4 })).rejects.toThrow('The port is taken');
  await expect(life.want({ maxPlayers: 4 })).rejects.toThrow('The port is taken');
  expect(first.players()).toEqual([4, 4]);
  const second = host();
  life.connect(second.connection, hello);
  await life.want({ maxPlayers: 4 });
  expect(second.players()).toEqual([4]);
});

it('waits with whoever asks for the same until it is done', async () => {
  const life = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { connection, players } = host(() => promise);
  life.connect(connection, hello);
  let done = 0;
  const both = [life.want({ maxPlayers: 0 }), life.want({ maxPlayers: 0 })].map(async (one) => {
    await one;
    done += 1;
  });
  await new Promise((next) => setImmediate(next));
  expect({ done, asked: players() }).toEqual({ done: 0, asked: [0] });
  resolve();
  await Promise.all(both);
  expect(done).toBe(2);
});

it('turns what a server says of its times into the time of the service', () => {
  const heard: unknown[] = [];
  const life = open({ onSdk: (_id, { sdk }) => heard.push(sdk) });
  life.connect(host().connection, { ...hello, now: 300_000 });
  const plain = { state: 'Reserved', labels: {}, annotations: {}, counters: {}, lists: {} } as const;
  const health = { disabled: false, initial_delay_seconds: 5, period_seconds: 5, failure_threshold: 3, missed: 0 };
  life.hear({ t: 'sdk', sdk: plain });
  life.hear({
    t: 'sdk',
    sdk: { ...plain, reserved_until: 310_000, unhealthy_since: 300_500, health: { ...health, last_at: 300_400 } },
  });
  expect(heard).toEqual([
    plain,
    { ...plain, reserved_until: 10_000, unhealthy_since: 500, health: { ...health, last_at: 400 } },
  ]);
});
