// A crash bundle holds what explains a crash and none of the secrets, and other programs can read it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import {
  type CrashBundleInput,
  previewCrashBundle,
  writeCrashBundle,
} from '../../../../embedded-server/runtime/crash-bundles/bundle.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { leftInEnglish, translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const hash = createHash('sha256').update('build').digest('hex');
/** Where the system puts core dumps into the working folder. */
const makesCores =
  existsSync('/proc/sys/kernel/core_pattern') &&
  readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim() === 'core' &&
  spawnSync('sh', ['-c', 'ulimit -c unlimited']).status === 0;
const has = (command: string) => spawnSync(command, ['--help']).error === undefined;

type Setup = Partial<CrashBundleInput['launch']> & { lines?: readonly string[]; settings?: unknown };

async function makeInput({ lines = ['started', 'ready'], settings = {}, ...launch }: Setup = {}) {
  const folder = await makeTempFolder('crash');
  await mkdir(path.join(folder, 'logs'));
  const store = createLogStore({ folder: path.join(folder, 'logs') });
  const writer = store.openLog('server');
  for (const line of lines) await writer.write('std_out', Buffer.from(`${line}\n`));
  await writer.end();
  const working = path.join(folder, 'work');
  await mkdir(working);
  const input: CrashBundleInput = {
    server_id: 'server',
    build: { id: 'build', name: '1.4.2', hash },
    exit: { code: null, signal: 'SIGSEGV', outOfMemory: false, startedAt: Date.now() - 5_000, endedAt: Date.now() },
    launch: {
      program: '/builds/game/server.x86_64',
      arguments: [],
      environment: {},
      folder: working,
      pid: 4711,
      ...launch,
    },
    settings,
    usage: [{ at: 1, cpu: 20, memory: 30 }],
    logFolder: path.join(folder, 'logs', 'server'),
    corePattern: 'core',
  };
  return { input, folder, working };
}

/** The files of a zip, taken out by unzip. */
async function unzipped(zip: string): Promise<Map<string, Buffer>> {
  const target = await makeTempFolder('unzipped');
  const done = spawnSync('unzip', ['-q', zip, '-d', target]);
  expect(done.stderr.toString()).toBe('');
  const names = (await readdir(target)).toSorted();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(target, name))] as const)),
  );
}

const textOf = (files: ReadonlyMap<string, Buffer>, name: string) => files.get(name)?.toString() ?? '';

const coreBytes = (content: Buffer) =>
  Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(9), Buffer.from([4, 0]), content]);

it.skipIf(!has('unzip'))('is a zip that unzip and Python read, with just the files of its preview', async () => {
  const { input, folder, working } = await makeInput({
    lines: Array.from({ length: 5_000 }, (_, n) => `line ${n + 1}`),
  });
  await writeFile(path.join(working, 'core.4711'), coreBytes(Buffer.alloc(3_000_000, 7)));
  const preview = await previewCrashBundle(input);
  const zip = path.join(folder, 'bundle.zip');
  const written = await writeCrashBundle(input, zip);
  expect(preview.files.map((file) => file.name)).toEqual([
    'manifest.json',
    'exit.json',
    'log-tail.txt',
    'log-head.txt',
    'settings.json',
    'usage.json',
    'core',
  ]);
  expect(preview.files.flatMap(({ why }) => leftInEnglish(why))).toEqual([]);
  expect(spawnSync('unzip', ['-t', zip]).stdout.toString()).toContain('No errors detected');
  const files = await unzipped(zip);
  for (const { name, bytes } of written.files) expect(files.get(name)?.length).toBe(bytes);
  const tail = textOf(files, 'log-tail.txt').trimEnd().split('\n');
  expect(tail).toHaveLength(2_000);
  expect(tail[0]).toMatch(/^3001 \S+Z std_out line 3001$/);
  expect(tail.at(-1)).toMatch(/^5000 \S+Z std_out line 5000$/);
  expect(textOf(files, 'log-head.txt').trimEnd().split('\n')).toHaveLength(200);
  expect(JSON.parse(textOf(files, 'exit.json'))).toMatchObject({ signal: 'SIGSEGV' });
  const manifest = JSON.parse(textOf(files, 'manifest.json'));
  expect(manifest).toMatchObject({ build: { name: '1.4.2', hash }, versions: { node: process.versions.node } });
});

it.skipIf(!has('python3'))('is a zip that Python reads', async () => {
  const { input, folder } = await makeInput();
  const zip = path.join(folder, 'bundle.zip');
  await writeCrashBundle(input, zip);
  const python =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))';
  expect(spawnSync('python3', ['-c', python, zip]).stdout.toString()).toBe('5\n');
});

it.skipIf(!makesCores || !has('unzip'))(
  'takes the core dump of a process that really crashed, without its secrets',
  async () => {
    const environment = { GAME_PASSWORD: 'canary-in-real-memory', MAP: 'forest-of-the-test' };
    const { input, folder, working } = await makeInput({ environment });
    const crash = 'ulimit -c unlimited && kill -SEGV $$';
    const { signal, pid } = spawnSync('sh', ['-c', crash], { cwd: working, env: environment });
    expect(signal).toBe('SIGSEGV');
    const zip = path.join(folder, 'bundle.zip');
    await writeCrashBundle({ ...input, launch: { ...input.launch, pid } }, zip);
    const core = (await unzipped(zip)).get('core') ?? Buffer.alloc(0);
    expect(core.includes('forest-of-the-test')).toBe(true);
    expect(core.includes('canary-in-real-memory')).toBe(false);
    expect(core.includes('GAME_PASSWORD=*********************')).toBe(true);
  },
);

const canaries = {
  named: 'canary-under-a-secret-name',
  short: 'qzjx',
  token: 'slipway_cloud_canaryCanaryCanary',
  random: 'c4n4ryR4nd0mV4lu3WithoutAName77',
  url: 'canarypassw0rd',
  escaped: 'can"ary\\with&signs%and ä',
  multiline: 'canary-first-line-of-key\ncanary-second-line-of-key',
  argument: 'canary-in-an-argument',
  separate: 'canary-behind-a-flag',
  signed: 'canarysignature123',
  known: 'canary-known-from-elsewhere',
  percent: 'canary percent/value',
};

/** A secret as it is, in memory, and encoded. Short ones are only looked for as they are: else anything looks like them. */
function formsOf(value: string): Buffer[] {
  const plain = [Buffer.from(value), Buffer.from(value, 'utf16le'), Buffer.from(encodeURIComponent(value))];
  if (value.length < 8) return plain;
  const bytes = Buffer.from(value);
  return [...plain, Buffer.from(bytes.toString('base64').replace(/=+$/, '')), Buffer.from(bytes.toString('hex'))];
}

it.skipIf(!has('unzip'))(
  'holds no secret of environment, arguments, settings or log, however it was written down',
  async () => {
    const environment = {
      DB_PASSWORD: canaries.named,
      API_TOKEN: canaries.short,
      CLOUD: canaries.token,
      SOMETHING: canaries.random,
      DATABASE_URL: `postgres://game:${canaries.url}@db.example/game`,
      MY_SECRET: canaries.escaped,
      TLS_PRIVATE_KEY: canaries.multiline,
      UPLOAD: `https://example.test/put?X-Amz-Signature=${canaries.signed}&x=1`,
      STEAM_WEB_API_KEY: canaries.percent,
      MAP: 'forest',
      DEBUG: 'true',
      SECRET_MODE: 'true',
    };
    const lines = Object.values(canaries).flatMap((value) => [
      `plain ${value}`,
      JSON.stringify({ value }),
      `query ${encodeURIComponent(value)}`,
      `twice ${encodeURIComponent(encodeURIComponent(value))}`,
      ...(value.length < 8
        ? []
        : [`basic ${Buffer.from(value).toString('base64')} ${Buffer.from(value).toString('hex')}`]),
    ]);
    const cutApart = 'x'.repeat(65_530) + canaries.named;
    const { input, folder, working } = await makeInput({
      arguments: [
        '--port',
        '7777',
        `--api-key=${canaries.argument}`,
        '--token',
        canaries.separate,
        `AUTH=${canaries.argument}`,
      ],
      environment,
      lines: [
        ...lines,
        cutApart,
        `colour \u001b[31m${canaries.named.slice(0, 5)}\u001b[0m${canaries.named.slice(5)}`,
        'map forest',
      ],
      settings: { tags: { note: canaries.named }, token: 'canary-of-settings', ports: { game: { protocol: 'udp' } } },
    });
    input.secrets = [canaries.known];
    const memory = Buffer.concat([
      Buffer.alloc(1_048_570, 1), // so that one lies across two reads
      ...Object.values(canaries).flatMap((value) => [
        Buffer.from(value),
        Buffer.from([0]),
        Buffer.from(value, 'utf16le'),
      ]),
    ]);
    await writeFile(path.join(working, 'core'), coreBytes(memory));
    const zip = path.join(folder, 'bundle.zip');
    await writeCrashBundle(input, zip);
    const files = await unzipped(zip);
    expect(files.get('core')?.length).toBe(memory.length + 18);
    const all = [...Object.values(canaries), 'canary-of-settings', ...canaries.multiline.split('\n')];
    const forms = all.flatMap(formsOf);
    for (const [name, bytes] of files) {
      expect(forms.filter((form) => bytes.includes(form)).map(String), name).toEqual([]);
    }
    const log = textOf(files, 'log-tail.txt');
    expect(log.match(/plain \*\*\*/g)).toHaveLength(Object.keys(canaries).length);
    expect(log).toContain('colour ***');
    expect(log).toContain('map forest');
    const settings = textOf(files, 'settings.json');
    expect(JSON.parse(settings)).toMatchObject({
      arguments: ['--port', '7777', '--api-key=***', '--token', '***', 'AUTH=***'],
      environment: { DB_PASSWORD: '***', MAP: 'forest', DEBUG: 'true' },
      settings: { ports: { game: { protocol: 'udp' } } },
    });
  },
);

it('leaves out what is asked, and a core dump that is too large, and says so', async () => {
  const { input, working } = await makeInput();
  await writeFile(path.join(working, 'core'), coreBytes(Buffer.alloc(2_000_000)));
  const options = { leaveOut: ['usage.json', 'manifest.json'] };
  const { files } = await previewCrashBundle({ ...input, mostCoreBytes: 1_048_576 }, options);
  const leftOut = Object.fromEntries(files.map((file) => [file.name, file.leftOut?.text]));
  expect(leftOut).toEqual({
    'manifest.json': undefined,
    'exit.json': undefined,
    'log-tail.txt': undefined,
    'settings.json': undefined,
    'usage.json': 'left out by you',
    core: 'larger than 1 MiB',
  });
});

it('takes no link, no old file and no other file for a core dump, and tells who takes them', async () => {
  const { input, folder, working } = await makeInput();
  const outside = path.join(folder, 'outside');
  await writeFile(outside, coreBytes(Buffer.alloc(10)));
  await symlink(outside, path.join(working, 'core'));
  await symlink('nowhere', path.join(working, 'vgcore.1'));
  await writeFile(path.join(working, 'core.1'), 'a text');
  await mkdir(path.join(working, 'core.2'));
  const names = async (changed: Partial<CrashBundleInput>) =>
    (await previewCrashBundle({ ...input, ...changed })).files.map((file) => file.name);
  expect(await names({})).not.toContain('core');
  await writeFile(path.join(working, 'core-server-3'), coreBytes(Buffer.alloc(10)));
  expect(await names({})).toContain('core');
  expect(await names({ exit: { ...input.exit, startedAt: Date.now() + 60_000 } })).not.toContain('core');
  const { notes } = await previewCrashBundle({
    ...input,
    exit: { ...input.exit, startedAt: Date.now() + 60_000 },
    corePattern: '|/usr/lib/systemd/systemd-coredump %P %u',
  });
  expect(notes.map(translate)).toEqual([expect.stringContaining('übergibt Core-Dumps an systemd-coredump')]);
});

it('tells that none may be written, where the system would have written one', async () => {
  const { input } = await makeInput();
  const notesOf = async (changed: Partial<CrashBundleInput>) =>
    (await previewCrashBundle({ ...input, coreLimit: 0, ...changed })).notes;
  expect((await notesOf({})).map(translate)).toEqual([expect.stringContaining('Setze LimitCORE=infinity')]);
  expect(await notesOf({ coreLimit: 4_096 })).toEqual([]);
  const { exit } = input;
  expect(await notesOf({ exit: { ...exit, signal: null, code: 139 } }), 'of a program that a shell ran').toHaveLength(
    1,
  );
  expect(await notesOf({ exit: { ...exit, signal: null, code: 1 } })).toEqual([]);
  expect(await notesOf({ exit: { ...exit, signal: 'SIGKILL' } })).toEqual([]);
  const whyNoCore = messageFor('bundle.core-too-large', { size: '600', most: '512' });
  expect(await notesOf({ onNode: { whyNoCore } }), 'as its node says').toEqual([whyNoCore]);
  expect(await notesOf({ onNode: { whyNoCore: undefined } }), 'whatever holds for this machine').toEqual([]);
});

it('finds a core dump by the name that the system gives it', async () => {
  const { input, folder } = await makeInput({ program: '"/my games/server.x86_64" --port 20001' });
  const dumps = path.join(folder, 'dumps');
  await mkdir(dumps);
  await writeFile(path.join(dumps, 'dump-server.x86_64-99-1700000000'), coreBytes(Buffer.alloc(10)));
  const corePattern = `${dumps}/dump-%e-%p-%t`;
  expect((await previewCrashBundle({ ...input, corePattern })).files.map((file) => file.name)).not.toContain('core');
  await writeFile(path.join(dumps, 'dump-server.x86_64-4711-1700000000'), coreBytes(Buffer.alloc(10)));
  expect((await previewCrashBundle({ ...input, corePattern })).files.map((file) => file.name)).toContain('core');
});

it('writes to a stream as well, works without a log, and leaves no half file behind', async () => {
  const { input, folder } = await makeInput();
  const zip = path.join(folder, 'stream.zip');
  await writeCrashBundle({ ...input, logFolder: path.join(folder, 'nowhere') }, createWriteStream(zip));
  expect((await readFile(zip)).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
  const target = path.join(folder, 'taken');
  await mkdir(path.join(target, 'full'), { recursive: true });
  await expect(writeCrashBundle(input, target)).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual(['logs', 'stream.zip', 'taken', 'work']);
});
