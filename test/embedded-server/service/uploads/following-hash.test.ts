// Parts that come in any order, side by side, some twice: the hash of the whole is that of the file, and all memory is given back.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFileHasher } from '../../../../embedded-server/platform/hashing/file-hasher.ts';
import { FollowingHash } from '../../../../embedded-server/service/uploads/following-hash.ts';
import { createMemoryRoom } from '../../../../embedded-server/service/uploads/memory-room.ts';
import { cutIntoParts, type Part } from '../../../../embedded-server/service/uploads/parts.ts';
import { seeded } from '../../../support/full-folder.ts';
import { rounds } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile, sha256 } from '../../../support/upload.ts';

const MiB = 1_048_576;
const PIECE = MiB / 2;
const PART = 16 * MiB;
const script = new URL('../../../../embedded-server/platform/hashing/hash-thread.ts', import.meta.url);

async function startFollowing(bytes: Buffer) {
  const cut = { content_length: bytes.length, part_size: PART, cut: null };
  const file = path.join(await makeTempFolder(), 'upload');
  const target = await open(file, 'w');
  const hasher = createFileHasher({ script });
  onTestFinished(async () => {
    await hasher.close();
    await target.close();
  });
  const room = createMemoryRoom();
  const recorded = new Set<number>();
  const hashing = hasher.start(file, 0, bytes.length);
  const following = new FollowingHash({ cut, hashing, room, isIn: (number) => recorded.has(number) });
  let held = 0;
  const offer = async (place: number, piece: Uint8Array) => {
    const memory = Buffer.from(new SharedArrayBuffer(piece.length));
    memory.set(piece);
    await target.write(memory, 0, memory.length, place);
    held += 1;
    await following.offer(place, {
      bytes: memory,
      free: () => {
        held -= 1;
        memory.fill(0); // whoever still reads it gets something else
      },
    });
  };
  return { parts: cutIntoParts(cut), room, recorded, following, offer, held: () => held };
}

type Lane = { part: Part; done: number; isWrong: boolean };
type Started = Awaited<ReturnType<typeof startFollowing>>;

/** Sends one piece more, if there is one; the part is then in, or has to be sent again. */
async function step({ following, recorded, offer }: Started, bytes: Buffer, lane: Lane, breaks: boolean) {
  const { part, isWrong } = lane;
  const place = part.offset + lane.done;
  const length = Math.min(PIECE, part.length - lane.done);
  if (isWrong && (breaks || length === 0)) {
    following.back(part);
    return 'failed';
  }
  if (length === 0) {
    recorded.add(part.number);
    following.follow();
    return 'in';
  }
  lane.done += length;
  await offer(place, isWrong ? randomFile(length) : bytes.subarray(place, place + length));
  return 'under way';
}

it.each([1, 2, 3, 4].slice(0, rounds(2, 4)))(
  'is right with four senders side by side, of whom some fail (%i)',
  async (n) => {
    const seed = Number(process.env['FOLLOW_SEED'] ?? Math.floor(Math.random() * 2 ** 31)) + n;
    console.log(`FOLLOW_SEED=${seed - n} in round ${n}`);
    const next = seeded(seed);
    const bytes = Buffer.from(randomFile(rounds(100, 150) * MiB + 12_345));
    const started = await startFollowing(bytes);
    const { parts, room, following, held } = started;
    const waiting = [...parts];
    const lanes: Lane[] = [];
    while (waiting.length > 0 || lanes.length > 0) {
      const [part] = lanes.length < 4 ? waiting.splice(Math.floor(next() * Math.min(5, waiting.length)), 1) : [];
      if (part !== undefined) lanes.push({ part, done: 0, isWrong: next() < 0.3 });
      const lane = lanes[Math.floor(next() * lanes.length)];
      if (lane === undefined) continue;
      const state = await step(started, bytes, lane, next() < 0.05);
      if (state !== 'under way') lanes.splice(lanes.indexOf(lane), 1);
      if (state === 'failed') waiting.push(lane.part);
      expect(room.used()).toBeLessThanOrEqual(10 * MiB);
    }
    expect(await following.digest()).toEqual(sha256(bytes));
    await until(() => held() === 0, 'all memory given back');
    expect(room.used()).toBe(0);
  },
);

it('gives back what it holds when it is dropped', async () => {
  const { room, following, offer, held } = await startFollowing(Buffer.alloc(50 * MiB));
  for (const place of [0, 17 * MiB, 40 * MiB]) await offer(place, randomFile(PIECE));
  following.drop();
  await until(() => held() === 0, 'all memory given back');
  expect(room.used()).toBe(0);
});

/** Parts of 10 MiB; the memory for what is ahead is full. Time stands still until the test moves it. */
async function startFull() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const none = () => undefined;
  const hashing = {
    add: none,
    read: async () => {},
    pass: async () => {},
    mark: none,
    back: none,
    digest: async () => Buffer.alloc(0),
    drop: none,
  };
  const cut = { content_length: 600 * MiB, part_size: 10 * MiB, cut: null };
  const following = new FollowingHash({
    cut,
    hashing,
    room: createMemoryRoom(),
    isIn: (number) => number * 10 * MiB <= inTo,
  });
  const shared = new Uint8Array(10 * MiB);
  let at = 0;
  let inTo = 0;
  const offer = (place: number, mib: number, free: () => void = none) =>
    following.offer(place, { bytes: Buffer.from(shared.buffer, 0, mib * MiB), free });
  await offer(300 * MiB, 8);
  return {
    /** Ahead of the hash, and too much for the memory: it has to wait, or is let go to be read later. */
    ahead: (place: number) => {
      const state = { is: 'waits' };
      void offer(place, 1, () => {
        state.is = 'is read later';
      });
      return state;
    },
    /** So much more comes to the hash within 40 ms. */
    come: async (mib: number) => {
      for (const end = at + mib * MiB; at < end; at += MiB) await offer(at, 1);
      await vi.advanceTimersByTimeAsync(40);
    },
    /** A part comes in of which nothing was kept in memory. */
    readBack: async () => {
      inTo += 10 * MiB;
      following.follow();
      await vi.advanceTimersByTimeAsync(40);
    },
  };
}

it('has a sender that is ahead wait for as long as those before it come fast', async () => {
  const { ahead, come } = await startFull();
  const waiting = ahead(310 * MiB);
  for (let time = 0; time < 8; time += 1) {
    await come(10);
    expect(waiting.is).toBe('waits');
  }
});

it('has nobody wait for a slow line, and the next do not even try', async () => {
  const { ahead, come } = await startFull();
  const first = ahead(310 * MiB);
  await come(1);
  expect(first.is).toBe('waits');
  await come(1);
  expect(first.is).toBe('is read later');
  const next = ahead(311 * MiB);
  await come(0);
  expect(next.is).toBe('is read later');
});

it('has nobody wait for so long that the line looks lost', async () => {
  const { ahead, come } = await startFull();
  const waiting = ahead(310 * MiB);
  for (let time = 0; time < 20; time += 1) await come(10);
  expect(waiting.is).toBe('waits');
  for (let time = 0; time < 6; time += 1) await come(10);
  expect(waiting.is).toBe('is read later');
});

it('has a sender wait while much is read back over a fast line, so that not even more has to be', async () => {
  const { ahead, readBack } = await startFull();
  const waiting = ahead(310 * MiB);
  for (let time = 0; time < 10; time += 1) await readBack();
  expect(waiting.is).toBe('waits');
});
