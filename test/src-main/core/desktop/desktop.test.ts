import { expect, test } from 'vitest';
import { createDesktop, type DesktopOptions } from '../../../../src-main/core/desktop/desktop.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { someTransfer } from './some-state.ts';

/** The desktop of a real core, over transfers that only note what is asked of them. */
async function desktopOver(statuses: Record<string, TransferView['status']>, stood = Promise.resolve()) {
  const { core } = await startTestCore();
  const now = { ...statuses };
  const woken: string[] = [];
  const instances = {
    ...core.instances,
    source: {
      ...core.instances.source,
      snapshot: () => [{ id: 'r1', name: 'R', kind: 'remote', state: 'reconnecting' }],
    },
    find: (id: string) => ({ wake: () => void woken.push(id) }),
  } as unknown as DesktopOptions['instances'];
  const transfers = {
    list: () => ({ snapshot: () => Object.entries(now).map(([id, status]) => someTransfer(id, status)) }),
    pause: async (id: string) => {
      await stood;
      now[id] = 'paused';
    },
    resume: async (id: string) => {
      if (id === 'stuck') throw new Error('This one cannot go on');
      now[id] = 'running';
    },
  };
  const desktop = createDesktop({ instances, transfers } as unknown as DesktopOptions);
  return { desktop, now, woken };
}

test('pauses all that is on its way and nothing else, and lets all go on', async () => {
  const { desktop, now } = await desktopOver({
    a: 'running',
    b: 'queued',
    c: 'waiting',
    d: 'failed',
    e: 'done',
    f: 'paused',
  });
  await desktop.pauseAll();
  expect(now).toEqual({ a: 'paused', b: 'paused', c: 'paused', d: 'failed', e: 'done', f: 'paused' });
  expect(await desktop.resumeAll()).toEqual([]);
  expect(now).toMatchObject({ a: 'running', b: 'running', c: 'running', f: 'running' });
});

test('goes on after a sleep with what it paused for it, and tries remotes at once', async () => {
  const { desktop, now, woken } = await desktopOver({ a: 'running', byHand: 'paused', b: 'queued' });
  await desktop.suspend();
  expect(now).toEqual({ a: 'paused', byHand: 'paused', b: 'paused' });
  now['b'] = 'cancelled';
  expect(await desktop.awake()).toEqual([]);
  expect(now).toEqual({ a: 'running', byHand: 'paused', b: 'cancelled' });
  expect(woken).toEqual(['r1']);
  await desktop.awake();
  expect(now).toMatchObject({ byHand: 'paused' });
});

test('goes on with those too that had not come to a stop when the machine slept', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { desktop, now } = await desktopOver({ a: 'running' }, promise);
  const asleep = desktop.suspend();
  const awake = desktop.awake();
  resolve();
  await Promise.all([asleep, awake]);
  expect(now).toEqual({ a: 'running' });
});

test('lets the others go on when one cannot', async () => {
  const { desktop, now } = await desktopOver({ stuck: 'running', a: 'running' });
  await desktop.suspend();
  expect(await desktop.awake()).toHaveLength(1);
  expect(now['a']).toBe('running');
});

test('keeps orders until a window took them, the newest ten', async () => {
  const { desktop } = await desktopOver({});
  for (let at = 0; at < 14; at += 1) desktop.orders.give({ hash: `#/${at}` });
  const waiting = desktop.orders.source.snapshot();
  expect(waiting.map(({ hash }) => hash)).toEqual(Array.from({ length: 10 }, (_, at) => `#/${at + 4}`));
  desktop.orders.done(waiting[0]?.id ?? '');
  expect(desktop.orders.source.snapshot()).toHaveLength(9);
});
