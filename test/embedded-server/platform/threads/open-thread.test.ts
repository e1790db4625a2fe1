// Calls to threads: answers, errors with their code, giving up, and threads that break.
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeIdle } from '../../../../embedded-server/platform/threads/idle-threads.ts';
import { openThread, type Thread } from '../../../../embedded-server/platform/threads/open-thread.ts';
import { until } from '../../../support/until.ts';
import type { SampleCalls } from './sample-thread.ts';

const opened: Pick<Thread<never>, 'close'>[] = [];
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close();
});

const script = new URL('sample-thread.ts', import.meta.url);

function open(events: { events?: string[]; lost?: unknown[]; isShared?: boolean } = {}) {
  const thread = openThread<SampleCalls, string>({
    script,
    name: 'sample',
    isShared: events.isShared ?? false,
    onEvent: (event) => events.events?.push(event),
    onLost: (thrown) => events.lost?.push(thrown),
  });
  opened.push(thread);
  return thread;
}

test('answers calls that overlap, each with its own answer', async () => {
  const thread = open();
  expect(await Promise.all([thread.call('add', [1, 2]), thread.call('add', [3, 4])])).toEqual([3, 7]);
});

test('an error of ours comes back with its code, its sentence and its details', async () => {
  await expect(open().call('refuse', undefined)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: 'No room for this.',
    metadata: { missing: 7 },
  });
});

test('any other error comes back as ERROR, with what happened for the log alone', async () => {
  const failed = await open()
    .call('fail', undefined)
    .catch((thrown: unknown) => thrown as Error);
  expect(failed).toMatchObject({ code: 'ERROR' });
  expect((failed as Error).message).not.toContain('secret');
  expect(((failed as Error).cause as Error).message).toContain('a secret path');
});

test('a call that is given up is refused at once, and the thread learns of it', async () => {
  const events: string[] = [];
  const controller = new AbortController();
  const call = open({ events }).call('wait', undefined, controller.signal);
  setTimeout(() => controller.abort(new Error('no longer wanted')), 50);
  await expect(call).rejects.toThrow('no longer wanted');
  await until(() => events.includes('gave up'));
});

test('a thread that breaks refuses what it was asked and is opened again for the next call', async () => {
  const lost: unknown[] = [];
  const thread = open({ lost });
  await expect(thread.call('die', undefined)).rejects.toThrow('The sample thread ended unexpectedly');
  expect(lost).toHaveLength(1);
  expect(await thread.call('add', [5, 6])).toBe(11);
});

test('a thread that was begun before answers as any other, and is one thread', async () => {
  const thread = open();
  thread.begin();
  thread.begin();
  const number = await thread.call('number', undefined);
  thread.begin();
  expect(await thread.call('number', undefined)).toBe(number);
  await thread.close();
  thread.begin();
  await expect(thread.call('number', undefined)).rejects.toThrow('The sample thread is closed');
});

describe('a shared thread', () => {
  const isShared = true;
  const numberOf = (thread: ReturnType<typeof open>) => thread.call('number', undefined);

  test('that was closed serves whoever opens the same script next, and answers nobody else', async () => {
    const events: string[] = [];
    const [first, second] = [open({ isShared }), open({ isShared })];
    const numbers = [await numberOf(first), await numberOf(second)];
    expect(new Set(numbers).size).toBe(2);
    await first.close();
    await expect(numberOf(first)).rejects.toThrow('The sample thread is closed');
    const third = open({ isShared, events });
    expect(await numberOf(third)).toBe(numbers[0]);
    expect(await Promise.all([third.call('add', [1, 2]), second.call('add', [3, 4])])).toEqual([3, 7]);
    expect(await numberOf(open())).not.toBe(numbers[0]);
    expect(events).toEqual([]);
  });

  test('that may still do what was given up serves nobody any more', async () => {
    const first = open({ isShared });
    const number = await numberOf(first);
    const controller = new AbortController();
    const call = first.call('wait', undefined, controller.signal);
    controller.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
    await first.close();
    expect(await numberOf(open({ isShared }))).not.toBe(number);
  });

  test('that is closed in the middle of a call ends', async () => {
    const first = open({ isShared });
    const number = await numberOf(first);
    const call = first.call('wait', undefined);
    const refused = expect(call).rejects.toThrow('ended unexpectedly');
    await first.close();
    await refused;
    expect(await numberOf(open({ isShared }))).not.toBe(number);
  });

  test('ends when nobody wants it for ten seconds', async () => {
    const left = [open({ isShared }), open({ isShared })];
    for (const thread of left) await numberOf(thread);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const thread of left) await thread.close();
    vi.advanceTimersByTime(9_000);
    const taken = takeIdle(script);
    expect(taken).toBeDefined();
    await taken?.terminate();
    vi.advanceTimersByTime(2_000);
    expect(takeIdle(script)).toBeUndefined();
  });

  test('that breaks while nobody uses it is not given to the next', async () => {
    const first = open({ isShared });
    const number = await numberOf(first);
    await first.call('die later', undefined);
    await first.close();
    await until(async () => {
      const next = open({ isShared });
      const isOther = (await numberOf(next).catch(() => number)) !== number;
      await next.close();
      return isOther;
    });
  });
});
