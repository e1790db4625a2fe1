// A transfer whose work ends before its end is written down: where it cannot be claimed, or the journal cannot be written.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { Packed } from '../../../../../src-main/core/pack/pack-model.ts';
import { systemClock } from '../../../../../src-main/core/platform/clock.ts';
import { createQueue } from '../../../../../src-main/core/transfers/queue/queue.ts';
import type { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { makeSending } from '../support.ts';

/** A queue with one transfer, which waits for its pack. Its pauses are short. */
async function startQueue() {
  const place = { url: 'http://127.0.0.1:1', token: 't', game_id: 'g', namespace_id: 'n' };
  const { dependencies, journal, record, file, packed } = await makeSending({ ...place, bytes: 1 });
  const packing = Promise.withResolvers<Packed>();
  const pack = () => packing.promise;
  const clock = { ...systemClock, sleep: (_: number, signal: AbortSignal) => systemClock.sleep(10, signal) };
  const problems: AppError[] = [];
  const folder = path.join(await makeTempFolder('queue'), 'transfers');
  const queue = createQueue({
    dependencies: { ...dependencies, pack, clock },
    folder,
    refresh: async () => ({}),
    onUnexpected: (error) => void problems.push(error),
  });
  onTestFinished(() => queue.close());
  const sql = new DatabaseSync(path.join(path.dirname(file), 'transfers.db'), { timeout: 5_000 });
  onTestFinished(() => sql.close());
  return {
    queue,
    folder,
    problems,
    id: record.id,
    status: () => journal.get(record.id)?.status,
    makePack: () => packing.resolve(packed),
    /** The journal takes no change until the answer is called. */
    fill: () => {
      sql.exec("CREATE TRIGGER is_full BEFORE UPDATE ON transfers BEGIN SELECT RAISE(FAIL, 'the disk is full'); END");
      return () => sql.exec('DROP TRIGGER is_full');
    },
  };
}

/** One whose work has ended while the journal took no change; `empty` lets it take changes again. */
async function startLost() {
  const started = await startQueue();
  const { queue, id, status, problems, makePack, fill } = started;
  await queue.enqueue(id);
  await until(() => status() === 'running');
  const empty = fill();
  makePack();
  await until(() => problems.length > 0);
  return { ...started, empty };
}

it('stands as failed where it cannot be claimed, and is not begun again by itself', async () => {
  const { queue, id, folder, status, problems } = await startQueue();
  await writeFile(folder, 'no folder');
  await queue.enqueue(id);
  await until(() => status() === 'failed');
  expect(problems).toHaveLength(1);
});

it('stands as failed once the journal can be written again', async () => {
  const { status, problems, empty } = await startLost();
  expect(status()).toBe('running');
  empty();
  await until(() => status() === 'failed');
  expect(problems).toHaveLength(1);
});

it('can be paused where what became of it could not be written down', async () => {
  const { queue, id, empty } = await startLost();
  await expect(queue.pause(id)).rejects.toThrow('the disk is full');
  empty();
  await queue.pause(id);
  expect(queue.find(id)).toMatchObject({ status: 'paused', paused: { by: 'person' } });
});
