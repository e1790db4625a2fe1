// A push over a line that is slow and breaks: parts end one after the other, what came is kept, and little goes out twice.
import { expect, it, vi } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { rounds } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { MIB } from './support.ts';
import { startSendingService, startSendingTo, targets } from './targets.ts';

vi.setConfig({ testTimeout: 60_000 });

const started = startOnce(startSendingService);

const MB = 1_000_000;

/** Sent as a service of ours keeps it, in parts of 5 MiB; elsewhere in those that the other side gives. */
async function startOver(make: (typeof targets)[number][1], isOurs: boolean, bytes: number, rate: number) {
  const sending = await startSendingTo(await started(), make, { bytes, isOurs });
  sending.parts.shape(rate);
  const put = () =>
    sending.parts.requests
      .filter(({ method, path }) => method === 'PUT' && sending.isPart.test(path))
      .reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  return { ...sending, put };
}

it.each(targets)(
  'over %s: whole after breaks at random moments, with no more sent twice than was on its way',
  async (name, make) => {
    const isOurs = name === 'a service of ours';
    const random = createRandom();
    const bytes = rounds(22, 120) * MIB;
    const { start, put, packed, content, holds, versions, journal, record, parts } = await startOver(
      make,
      isOurs,
      bytes,
      rounds(12, 2) * MB,
    );
    const breaks = rounds(3, 15);
    for (let done = 0; done < breaks; done += 1) {
      const stop = new AbortController();
      const upload = start(stop.signal);
      const before = put();
      const goal = before + random.below(Math.floor(bytes / breaks));
      await until(() => put() > goal || journal.get(record.id)?.status === 'done');
      stop.abort();
      await upload.ended;
      parts.cutAll();
    }
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect(await holds(packed.sha256, content)).toBe(true);
    expect(await versions()).toHaveLength(1);
    const largest = Math.max(...journal.parts(record.id).map(({ length }) => length), 5 * MIB, isOurs ? 0 : 16 * MIB);
    // Of ours what was in buffers on the way; of others at most the parts that were on theirs.
    const lostByBreak = isOurs ? MIB : 2 * largest;
    console.log(`${name}: ${put()} bytes for ${bytes}, ${breaks} breaks`);
    expect(put()).toBeLessThanOrEqual(bytes + breaks * lostByBreak);
  },
);

it('ends parts one after the other on a slow line, and says what is there as what is there', async () => {
  const [, make] = targets[0];
  const { start, views, packed } = await startOver(make, true, 20 * MIB, 6 * MB);
  expect(await start().ended).toMatchObject({ status: 'done' });
  const mostSending = Math.max(...views.map(({ parts }) => parts.sending));
  expect(mostSending).toBeLessThanOrEqual(3);
  const first = views.findIndex(({ parts }) => parts.verified === 1);
  expect(views[first]?.bytes_on_wire).toBeLessThan(packed.bytes / 2 + 5 * MIB);
  for (const { bytes_verified: verified, bytes_live: live, bytes_kept: kept } of views) {
    expect(verified + live + kept).toBeLessThanOrEqual(packed.bytes);
  }
});

/** Of parts that are not whole. What is on its way is not among it. */
async function heldThere(
  { client }: Awaited<ReturnType<typeof startOver>>['service'],
  upload_id = '',
): Promise<number> {
  const { upload } = await client.getUpload({ params: { upload_id } });
  return upload.parts.reduce((sum, { bytes_held: held = 0 }) => sum + held, 0);
}

it('says in bytes what goes out again after it was ended, and on a service of ours that is next to nothing', async () => {
  const [, make] = targets[0];
  const { start, views, journal, record, parts, service } = await startOver(make, true, 20 * MIB, 4 * MB);
  const stop = new AbortController();
  const upload = start(stop.signal);
  const hasSent = () => views.some(({ parts: { verified }, bytes_live: live }) => verified > 0 && live > 2 * MIB);
  await until(async () => hasSent() && (await heldThere(service, journal.get(record.id)?.upload_id)) > MIB / 4);
  stop.abort();
  await upload.ended;
  parts.cutAll();
  const held = journal.parts(record.id).reduce((sum, part) => sum + (part.held ?? 0), 0);
  expect(held).toBeGreaterThan(2 * MIB);
  const paused = journal.get(record.id);
  if (paused === undefined) throw new Error('expected it to be kept');
  const resumed = { at: 1, after: 'end' as const, kept: 0 };
  const { status: _, ...facts } = paused;
  journal.save({ ...facts, status: 'queued', resumed });
  views.length = 0;
  expect(await start().ended).toMatchObject({ status: 'done' });
  const [said] = views.flatMap((view) => (view.status === 'running' && view.resumed?.again ? [view.resumed] : []));
  expect(said?.kept).toBeGreaterThan(0);
  expect(said?.again?.bytes).toBeLessThan(held);
  expect(said?.again?.bytes).toBeGreaterThanOrEqual(0);
});
