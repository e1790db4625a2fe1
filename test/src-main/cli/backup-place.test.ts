// Where a backup is, as the command line names it.
import path from 'node:path';
import { expect, it } from 'vitest';
import { openPlace } from '../../../embedded-server/service/backup/places/open-place.ts';
import { backupName, openBackupPlace, parseBackupPlace } from '../../../src-main/cli/backup-place.ts';
import { runCommand } from '../../support/command.ts';
import { freePort } from '../../support/free-port.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

it.each([
  ['backup', { folder: path.resolve('backup') }],
  ['/mnt/s3:/x', { folder: path.resolve('/mnt/s3:/x') }],
  ['ssh://nas/backup/slipway', { ssh: { host: 'nas', folder: '/backup/slipway' } }],
  ['ssh://me@nas.example:2222/a b', { ssh: { host: 'me@nas.example', port: 2_222, folder: '/a b' } }],
  ['ssh://me@[fe80::1]/backup', { ssh: { host: 'me@fe80::1', folder: '/backup' } }],
])('takes %s', (text, target) => {
  expect(parseBackupPlace(text, {})).toEqual(target);
});

it.each([
  ['ssh://nas:2222/b', 'ssh://nas:2222/b'],
  ['ssh://me@[fe80::1]:22/b/', 'ssh://me@[fe80::1]:22/b'],
  ['ssh://nas/b', 'ssh://nas/b'],
  ['s3://safe/', 's3://safe'],
  ['s3://safe/slipway/', 's3://safe/slipway'],
  ['/mnt/backup', '/mnt/backup'],
])('calls %s as the service calls it', async (text, name) => {
  const words = parseBackupPlace(text, {});
  expect(backupName(words)).toBe(name);
  const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
  const place = await openPlace(await openBackupPlace(words, env));
  expect(place.name).toBe(name);
  place.close();
});

it.each(['ssh://nas', 'ssh://-oProxyCommand=x/backup', 'ssh:///backup', 'ftp://nas/backup', 's3://Backup'])(
  'refuses %s',
  (text) => {
    expect(() => parseBackupPlace(text, {})).toThrow(
      expect.objectContaining({ code: 'USAGE', reason: 'cli.backup-place-invalid' }),
    );
  },
);

it('takes a place in an object store with the same options as builds', async () => {
  const place = parseBackupPlace('s3://safe/slipway', { 's3-region': 'eu-1' });
  const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(await openBackupPlace(place, env)).toMatchObject({
    store: { bucket: 'safe', prefix: 'slipway', region: 'eu-1' },
  });
  await expect(openBackupPlace(place, {})).rejects.toMatchObject({ reason: 'cli.s3-keys-missing' });
  const home = await makeTempFolder('home');
  for (const words of [
    ['serve', '--s3-region', 'eu-1'],
    ['backup', 'list', home, '--s3-region', 'eu-1'],
  ]) {
    const { code, stderr } = await runCommand(words, { home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--s3-region goes with a place like'),
    });
  }
});

it.each([[[]], [['--restore']]])(
  'says of a place that is away at the start that the service has to be started again (with %j)',
  async (more) => {
    const home = await makeTempFolder('home');
    const place = ['--backup', 's3://safe/slipway', '--s3-endpoint', `http://127.0.0.1:${await freePort()}`];
    const { code, stderr } = await runCommand(['serve', '--data', `${home}/data`, '--port', '0', ...place, ...more], {
      home,
      env: { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' },
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('so the service did not start. Nothing was lost. Start it again when the store answers.');
    expect(stderr).not.toContain('it goes on');
  },
);

it.each([[['list']], [['restore', '--data', 'restored']]])(
  'says of a place that is away that the command has to be run again (backup %j)',
  async ([word = '', ...more]) => {
    const home = await makeTempFolder('home');
    const place = ['s3://safe/slipway', '--s3-endpoint', `http://127.0.0.1:${await freePort()}`];
    const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };
    const { code, stderr } = await runCommand(['backup', word, ...place, ...more], { home, env });
    expect(code).not.toBe(0);
    expect(stderr).toContain('Nothing was changed. Check its address, and run the command again');
    expect(stderr).not.toContain('it goes on');
  },
);
