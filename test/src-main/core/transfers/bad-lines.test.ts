// What lines, proxies and stores do that nobody should: each ends in a sentence, and with the build there once and whole.

import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { problemOf, troubleOf } from '../../../../src-shared/transfers/problem-of.ts';
import { isSoak } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { MIB, type SendingOptions } from './support.ts';
import { startSendingService, startSendingTo, targets } from './targets.ts';

vi.setConfig({ testTimeout: 60_000 });

const started = startOnce(startSendingService);

const [ours, eleven, s3] = targets.map(([, make]) => make) as [Make, Make, Make];
type Make = (typeof targets)[number][1];
type Sending = Awaited<ReturnType<typeof startSendingTo>>;

async function begin(make: Make, options: Partial<SendingOptions> = {}) {
  const sending = await startSendingTo(await started(), make, { bytes: 12 * MIB, isOurs: make === ours, ...options });
  const { parts, isPart } = sending;
  const puts = () => parts.requests.filter(({ method, path }) => method === 'PUT' && isPart.test(path));
  return { ...sending, puts, sent: () => puts().reduce((sum, { bodyBytes }) => sum + bodyBytes, 0) };
}

async function requireWhole({ holds, packed, content, versions }: Sending): Promise<void> {
  expect(await holds(packed.sha256, content)).toBe(true);
  expect(await versions()).toHaveLength(1);
}

function sentences({ views }: Sending): string[] {
  return [...new Set(views.flatMap((view) => troubleOf(view)?.problem.message ?? []))];
}

it('a line that stalls for nearly as long as it may, and goes on: nothing is cut, nothing goes twice', async () => {
  const sending = await begin(ours, { limits: { stallMs: 1_500 } });
  const goesOn = Promise.withResolvers<void>();
  sending.parts.fail({
    method: 'PUT',
    match: sending.isPart,
    times: 1,
    fault: { kind: 'stall', after: MIB, until: goesOn.promise },
  });
  const { ended } = sending.start();
  await until(() => sending.sent() > MIB);
  setTimeout(goesOn.resolve, 1_000);
  expect(await ended).toMatchObject({ status: 'done' });
  await requireWhole(sending);
});

// The limits are those of the product on both sides: a push gives a silent line 30 s, and a service wants 1 KB/s.
it.each(isSoak ? [29] : [])(
  'a line that stalls for %i s and goes on, and one of 3 KB/s for minutes: nothing is cut',
  { timeout: 300_000 },
  async (seconds) => {
    const stalled = await begin(ours, { limits: { stallMs: 30_000 } });
    const goesOn = Promise.withResolvers<void>();
    const fault = { kind: 'stall', after: MIB, until: goesOn.promise } as const;
    stalled.parts.fail({ method: 'PUT', match: stalled.isPart, times: 1, fault });
    const { ended } = stalled.start();
    await until(() => stalled.sent() > MIB);
    setTimeout(goesOn.resolve, seconds * 1_000);
    const slow = await begin(ours, { bytes: 300_000, limits: { stallMs: 30_000 } });
    slow.parts.shape(3_000);
    const slowly = slow.start();
    expect(await ended).toMatchObject({ status: 'done', bytes_on_wire: 12 * MIB });
    expect(await slowly.ended).toMatchObject({ status: 'done', bytes_on_wire: 300_000 });
    for (const sending of [stalled, slow]) {
      await requireWhole(sending);
      expect(sentences(sending)).toEqual([]);
    }
  },
);

it('a line that stalls for good is cut with a sentence, and the part goes on elsewhere', async () => {
  const sending = await begin(ours, { limits: { stallMs: 400 } });
  const never = Promise.withResolvers<void>();
  sending.parts.fail({
    method: 'PUT',
    match: sending.isPart,
    times: 1,
    fault: { kind: 'stall', after: MIB, until: never.promise },
  });
  expect(await sending.start().ended).toMatchObject({ status: 'done' });
  never.resolve();
  await requireWhole(sending);
  expect(sentences(sending).join(' ')).toMatch(/nothing|moved|bytes/i);
});

it('a line of 3 KB/s takes its time, one part at a time, and nothing is cut', async () => {
  // The system takes all of it in at once, so that the line seems silent for three times as long as it may be.
  const sending = await begin(ours, { bytes: 9_000, limits: { stallMs: 500 } });
  sending.parts.shape(3_000);
  expect(await sending.start().ended).toMatchObject({ status: 'done', bytes_on_wire: 9_000 });
  expect(sending.puts(), 'in one go').toHaveLength(1);
  await requireWhole(sending);
  expect(sentences(sending)).toEqual([]);
});

it('a proxy that cuts after exactly 1 MiB each time: each try brings 1 MiB further', async () => {
  const sending = await begin(ours, { bytes: 6 * MIB });
  sending.parts.fail({ method: 'PUT', match: sending.isPart, fault: { kind: 'cut-request', after: MIB } });
  expect(await sending.start().ended).toMatchObject({ status: 'done' });
  await requireWhole(sending);
  // What goes out again is what was between the cut and the service.
  expect(sending.sent()).toBeLessThan(12 * MIB);
  expect(sentences(sending).length).toBeGreaterThan(0);
});

it.each([
  ['a store that speaks S3', s3],
  ['a remote with the eleven calls alone', eleven],
] as const)(
  'a proxy that cuts after exactly 1 MiB each time, before %s: it ends in a sentence, and goes on when it is gone',
  async (_, make) => {
    const sending = await begin(make, { limits: { patienceMs: 1_500 } });
    const { parts, isPart, journal, record } = sending;
    const repair = parts.fail({ method: 'PUT', match: isPart, fault: { kind: 'cut-request', after: MIB } });
    const { ended } = sending.start();
    expect(await ended).toMatchObject({ status: 'paused', paused: { by: 'network' } });
    expect(sentences(sending).join(' ')).toMatch(/does not answer/);
    repair();
    const paused = journal.get(record.id);
    if (paused === undefined) throw new Error('expected it to be kept');
    expect(await sending.start().ended).toMatchObject({ status: 'done' });
    await requireWhole(sending);
  },
);

it('a remote that answers 200 to a part and forgets it: it is missed, said, and sent again', async () => {
  const sending = await begin(ours);
  const part = sending.content.subarray(0, 5 * MIB);
  const digest = `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
  sending.parts.fail({
    method: 'PUT',
    match: /^\/uploads\/[^/]+\/1\?/,
    times: 1,
    fault: { kind: 'forget', headers: { 'content-digest': digest } },
  });
  expect(await sending.start().ended).toMatchObject({ status: 'done' });
  await requireWhole(sending);
  expect(sending.sent()).toBe(17 * MIB);
  // The figure went back, and the reason stands beside it.
  const back = sending.views.findIndex(
    (view, at) => view.bytes_verified < (sending.views[at - 1]?.bytes_verified ?? 0),
  );
  expect(back).toBeGreaterThan(0);
});

it('a remote with the eleven calls alone that forgets a part: no version is shown, and that is said', async () => {
  const sending = await begin(eleven, { limits: { confirmMs: 1_500 } });
  const fault = { kind: 'forget' } as const;
  sending.parts.fail({ method: 'PUT', match: sending.isPart, times: 1, fault });
  expect(await sending.start().ended).toMatchObject({ status: 'not_confirmed' });
  const last = sending.views.at(-1);
  expect(last && problemOf(last)?.message).toMatch(/has not shown a version/);
  expect(await sending.versions()).toHaveLength(0);
});

it.each([
  ['501', 501],
  ['400', 400],
] as const)('somebody on the way who refuses Content-Range with %s: parts go whole', async (_, status) => {
  const sending = await begin(ours);
  const { parts, isPart } = sending;
  const fault = { kind: 'status', status, body: 'No ranges.' } as const;
  parts.fail({ method: 'PUT', match: isPart, times: 1, fault }); // the first part goes alone
  expect(await sending.start().ended).toMatchObject({ status: 'done' });
  await requireWhole(sending);
  expect(sending.puts()[0]?.headers).toHaveProperty('content-range');
  for (const { headers } of sending.puts().slice(1)) expect(headers).not.toHaveProperty('content-range');
});

it.each([
  ['a store that speaks S3', s3],
  ['a remote with the eleven calls alone', eleven],
] as const)('%s never sees a Content-Range, whatever broke off', async (_, make) => {
  const sending = await begin(make);
  const { parts, isPart } = sending;
  parts.fail({ method: 'PUT', match: isPart, times: 2, fault: { kind: 'cut-request', after: MIB } });
  expect(await sending.start().ended).toMatchObject({ status: 'done' });
  await requireWhole(sending);
  for (const { headers } of sending.puts()) expect(headers).not.toHaveProperty('content-range');
});

it('a clock that is two hours wrong, ahead and behind: addresses count by the clock of their service', async () => {
  for (const hours of [-2, 2]) {
    const sending = await begin(ours, { bytes: 6 * MIB });
    const { clock } = sending.dependencies;
    const turned = { ...clock, now: () => clock.now() + hours * 3_600_000 };
    Object.assign(sending.dependencies, { clock: turned });
    sending.parts.fail({ method: 'PUT', match: sending.isPart, times: 1, fault: { kind: 'cut-request', after: MIB } });
    expect(await sending.start().ended).toMatchObject({ status: 'done' });
    await requireWhole(sending);
  }
});
