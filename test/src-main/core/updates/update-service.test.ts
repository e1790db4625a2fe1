import { expect, test, vi } from 'vitest';
import { createUpdateService } from '../../../../src-main/core/updates/update-service.ts';
import { runsFromSources, type Updater } from '../../../../src-main/core/updates/updater.ts';
import { valueSource } from '../../../../src-shared/bridge/source.ts';
import { type Settings, settings } from '../../../../src-shared/settings/bridge.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { until } from '../../../support/until.ts';

function open(own: Partial<Updater> = {}, wanted?: boolean) {
  const calls: string[] = [];
  const updater: Updater = {
    host: 'updates.example',
    check: async () => {
      calls.push('check');
      return { version: '0.2.0', notes: ['More.'] };
    },
    load: async (onPart) => {
      calls.push('load');
      onPart(0.5);
    },
    whyNotInstall: async () => undefined,
    install: async () => void calls.push('install'),
    ...own,
  };
  const values = valueSource<Settings>({ ...settings.parse({}), check_for_updates: wanted });
  const reported: unknown[] = [];
  const found: string[] = [];
  const service = createUpdateService({
    updater,
    settings: { get: values.snapshot, source: values },
    report: (thrown) => reported.push(thrown),
    onFound: ({ sentence }) => found.push(textOf(sentence)),
  });
  const want = (isOn: boolean) => values.set({ ...values.snapshot(), check_for_updates: isOn });
  return { service, calls, reported, found, want };
}

test('contacts nobody until it is asked or switched on', async () => {
  const { service, calls, found, want } = open();
  service.start();
  expect(calls).toEqual([]);
  want(true);
  await until(() => found.length > 0, 'what it found');
  expect(found).toEqual(['Slipway 0.2.0 is available. This is 0.1.0.']);
  want(false);
  want(true);
  expect(calls).toEqual(['check']);
  service.close();
});

test('asks daily while it is switched on, and not after that', async () => {
  vi.useFakeTimers();
  try {
    const { service, calls, want } = open({ check: async () => void calls.push('check') }, true);
    service.start();
    await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000 + 1);
    expect(calls).toHaveLength(4);
    want(false);
    await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000);
    expect(calls).toHaveLength(4);
    service.close();
  } finally {
    vi.useRealTimers();
  }
});

test('asks on while a version waits, tells of each once, and keeps it when nobody answers', async () => {
  vi.useFakeTimers();
  try {
    const answers = ['0.2.0', '0.2.0', undefined, '0.3.0'];
    const check = async () => {
      const version = answers.shift();
      if (version === undefined) throw new Error('no network');
      return { version, notes: [] };
    };
    const { service, found } = open({ check }, true);
    service.start();
    await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000 + 1);
    expect(service.source.snapshot()).toMatchObject({ state: 'found', version: '0.2.0' });
    expect(found).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(service.source.snapshot()).toMatchObject({ state: 'found', version: '0.3.0' });
    expect(found).toEqual([expect.stringContaining('0.2.0'), expect.stringContaining('0.3.0')]);
    service.close();
  } finally {
    vi.useRealTimers();
  }
});

test('goes from found over loading to ready, and takes no step before its turn', async () => {
  const { service, calls } = open();
  expect((await service.load()).state).toBe('idle');
  expect((await service.install()).state).toBe('idle');
  await service.check();
  const parts: (number | undefined)[] = [];
  service.source.listen(() => void parts.push(service.source.snapshot().part));
  expect(await service.load()).toMatchObject({ state: 'ready', version: '0.2.0', notes: ['More.'] });
  expect(parts).toContain(0.5);
  await service.install();
  expect(calls).toEqual(['check', 'load', 'install']);
});

test('asks once when it is asked twice at a time', async () => {
  const { service, calls } = open();
  await Promise.all([service.check(), service.check()]);
  expect(calls).toEqual(['check']);
});

test('ends nothing when the newer version could not be put in place', async () => {
  const { service, calls } = open({ whyNotInstall: async () => ({ text: 'Slipway may not write to /opt.' }) });
  await service.check();
  await service.load();
  expect(await service.install()).toMatchObject({
    state: 'ready',
    sentence: { text: 'Slipway may not write to /opt.' },
  });
  expect(calls).not.toContain('install');
});

test.each([
  [
    Object.assign(new Error('sha512 checksum mismatch'), { code: 'ERR_CHECKSUM_MISMATCH' }),
    /was deleted and nothing was installed/,
  ],
  [new Error('net::ERR_CONTENT_LENGTH_MISMATCH'), /was deleted and nothing was installed/],
  [new Error('net::ERR_NAME_NOT_RESOLVED'), /updates\.example does not answer/],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), /does not answer/],
  [new Error('net::ERR_CERT_AUTHORITY_INVALID'), /certificate of updates\.example/],
  [Object.assign(new Error('503'), { statusCode: 503, code: 'HTTP_ERROR_503' }), /answered with 503/],
  [Object.assign(new Error('x'), { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }), /no list of versions/],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), /not enough disk space/],
  [Object.assign(new Error('x'), { code: 'EACCES' }), /may not write/],
  [Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), /failed: the disk failed .*Check the disk/],
  ['a string', /The update failed: a string\. Nothing/],
])('says what went wrong in a sentence: %s', async (thrown, sentence) => {
  const { service, reported } = open({ check: () => Promise.reject(thrown) });
  expect(await service.check()).toMatchObject({ state: 'failed', sentence: { text: expect.stringMatching(sentence) } });
  expect(reported).toEqual([thrown]);
});

test('says why it cannot update itself where it runs from its sources', async () => {
  const values = valueSource<Settings>(settings.parse({ check_for_updates: true }));
  const service = createUpdateService({
    updater: runsFromSources,
    settings: { get: values.snapshot, source: values },
    report: () => undefined,
  });
  service.start();
  expect(await service.check()).toEqual({ state: 'unable', sentence: runsFromSources.unable });
  expect(await service.install()).toMatchObject({ state: 'unable' });
  service.close();
});
