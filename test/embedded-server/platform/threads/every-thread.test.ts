// Each thread that the service and the app start is lost once while it works: everything else goes on, whoever asked is told in
// words, the log says which one it was, and the same work goes well with the next try.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { type ThreadName, type ThreadScripts, threadScripts } from '../../../../embedded-server/thread-scripts.ts';
import { createPacker } from '../../../../src-main/core/pack/packer.ts';
import { createPartHashes } from '../../../../src-main/core/transfers/engine/part-hashes.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { breakingThread } from '../../../support/breaking-thread.ts';
import { addressOf, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { isSoak } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, sha256 } from '../../../support/upload.ts';

vi.setConfig({ testTimeout: 120_000 });

/**
 * The threads of the source, as they run while somebody works on Slipway; most tests have those of a bundle. What is lost is always one of
 * these. What runs beside it is so in a soak alone: to load all of them from source for each test took half of the computing.
 */
function threadsOfSource(): ThreadScripts {
  for (const name of ['SLIPWAY_TEST_BUNDLE', 'SLIPWAY_TEST_BUNDLE_URL']) vi.stubEnv(name, undefined);
  const scripts = threadScripts();
  if (!isSoak) vi.unstubAllEnvs();
  return scripts;
}
const ofSource = threadsOfSource();
afterAll(() => void vi.unstubAllEnvs());

const root = path.join(import.meta.dirname, '../../../..');
const ofService = Object.keys(ofSource) as ThreadName[];
const ofApp = ['pack', 'sink', 'part-hash'] as const;

/** Tries again what was refused because a thread was lost, and nothing else. Answers what was said meanwhile. */
async function withTries<T>(attempts: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !thrown.message.includes('ended unexpectedly')) throw thrown;
    attempts.push(thrown.message);
    return await work();
  }
}

it('names every thread that there is', async () => {
  const folders = ['embedded-server', 'src-main'];
  const files = (
    await Promise.all(folders.map((folder) => readdir(path.join(root, folder), { recursive: true })))
  ).flat();
  const scripts = files.map((file) => path.basename(file)).filter((file) => /-(thread|worker)\.ts$/.test(file));
  // Those that open and serve threads are none; the service's own is told about in `core.test.ts`.
  const others = [
    'open-thread',
    'open-hosting-thread',
    'open-process-thread',
    'serve-thread',
    'service-thread',
    'service-worker',
  ];
  const named = [...ofService, ...ofApp].map((name) => `${name}-thread`);
  expect(scripts.toSorted()).toEqual([...named, ...others].map((name) => `${name}.ts`).toSorted());
});

it.each(ofService)('the service goes on when its %s thread is lost', async (name) => {
  const breaking = await breakingThread(ofSource[name], name);
  const { log, deploy, policy, switchTo, list, client, params, call, place, server } = await startHosting({
    threads: { [name]: breaking.script },
  });
  const attempts: string[] = [];
  // More than is hashed without a thread, and nothing that shrinks.
  const { build, version } = await deploy({ ...nodeBuild(), 'data.bin': randomBytes(2_000_000).toString('base64') });
  await withTries(attempts, () => client.examineBuild({ params: { ...params, build_id: build } }));
  await withTries(attempts, () => client.listBuildChunks({ params: { ...params, build_id: build } }));
  const file = path.join(await makeTempFolder(), 'server.tar');
  const content = randomBytes(100_000);
  await writeFile(file, content);
  const { build: taken } = await prepareBuild(call, place, { name: 'taken', bytes: content.length });
  const { build: record } = await client.getBuild({ params: { ...params, build_id: taken } });
  const request = { file, sha256: sha256(content).toString('hex'), mayLink: false };
  const take = () => server.takeFile(record.upload_id, request, new AbortController().signal, () => undefined);
  await withTries(attempts, take);
  await policy({ server_count: 1 });
  await switchTo(version);
  await until(async () => {
    const [hosted] = await list();
    if (hosted?.state !== 'running') return false;
    return (await greetingAt(addressOf(hosted))).startsWith('hello');
  }, 'a server that players reach');
  expect(await breaking.hasBroken()).toBe(true);
  expect(log.filter(({ level }) => level === 'error').map((entry) => JSON.stringify(entry))).toContainEqual(
    expect.stringMatching(/thread.*(ended unexpectedly|broke)/),
  );
  for (const sentence of attempts)
    expect(sentence).toBe(`The ${name} thread ended unexpectedly. Nothing is half-done. Try again.`);
});

/** What a server says to a player who comes; nothing where none is reached. */
function greetingAt({ host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, host);
    socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

async function folderOf(bytes: number): Promise<string> {
  const folder = await makeTempFolder('source');
  await writeFile(path.join(folder, 'data.bin'), randomBytes(bytes));
  return folder;
}

/** Beside the pack thread, where that looks for the one that writes. */
const appThread = (name: 'pack' | 'sink' | 'part-hash', folder = 'pack') =>
  new URL(`../../../../src-main/core/${folder}/${name}-thread.ts`, import.meta.url);

it('the app packs on when its pack thread is lost', async () => {
  const { script, hasBroken } = await breakingThread(appThread('pack'), 'pack');
  const lost: unknown[] = [];
  const packer = createPacker(script, (thrown) => lost.push(thrown));
  onTestFinished(() => packer.close());
  const cache = await makeTempFolder('packs');
  const order = { source: await folderOf(100_000), place: { cache }, compression: 'zstd', options: {} } as const;
  await expect(packer.pack(order)).rejects.toMatchObject({
    code: 'ERROR',
    message: expect.stringContaining('The pack thread ended unexpectedly'),
    cause: expect.objectContaining({ message: 'the pack thread broke' }),
  });
  expect(await hasBroken()).toBe(true);
  expect(lost).toHaveLength(1);
  expect(await readFile((await packer.pack(order)).file)).not.toHaveLength(0);
});

it('the app packs on when the thread that writes a pack is lost, and keeps nothing of that one', async () => {
  const { script: breakingSink, hasBroken } = await breakingThread(appThread('sink'), 'sink');
  const script = new URL(`./${path.basename(appThread('pack').href)}`, breakingSink);
  const packThread = await readFile(appThread('pack'), 'utf8');
  // The same thread beside the one with the fault; what it imports stays where it is.
  await writeFile(
    script,
    packThread.replaceAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g, (text, one, other) => {
      const place = String(one ?? other);
      return text.replace(place, new URL(place, appThread('pack')).href);
    }),
  );
  const packer = createPacker(script);
  onTestFinished(() => packer.close());
  const cache = await makeTempFolder('packs');
  const order = { source: await folderOf(20_000_000), place: { cache }, compression: 'zstd', options: {} } as const;
  await expect(packer.pack(order)).rejects.toMatchObject({
    code: 'ERROR',
    message: expect.stringContaining('The thread that writes packs ended unexpectedly'),
  });
  expect(await hasBroken()).toBe(true);
  expect(await readdir(cache)).toEqual([]);
  expect((await packer.pack(order)).bytes).toBeGreaterThan(20_000_000);
});

it('the app works out hashes of parts on when their thread is lost', async () => {
  const { script, hasBroken } = await breakingThread(appThread('part-hash', 'transfers/engine'), 'hash');
  const lost: unknown[] = [];
  const partHashes = createPartHashes(script, (thrown) => lost.push(thrown));
  onTestFinished(() => partHashes.close());
  const file = path.join(await folderOf(1_000), 'data.bin');
  const work = () => partHashes.of({ file, offset: 0, length: 1_000, algorithm: 'md5' }, new AbortController().signal);
  await expect(work()).rejects.toMatchObject({
    message: expect.stringContaining('The part-hash thread ended unexpectedly'),
  });
  expect(await hasBroken()).toBe(true);
  expect(lost).toHaveLength(1);
  expect(await work()).not.toBe('');
});
