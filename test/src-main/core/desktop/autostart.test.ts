import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { autostartFile, setAutostart } from '../../../../src-main/core/desktop/autostart.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

test('writes the file that starts the app with the session, and takes it away again', async () => {
  const file = autostartFile({ XDG_CONFIG_HOME: await makeTempFolder('config') });
  expect(path.basename(path.dirname(file))).toBe('autostart');
  await setAutostart(true, '/opt/Slipway/slipway', file);
  expect(await readFile(file, 'utf8')).toContain('Exec="/opt/Slipway/slipway" --hidden\n');
  await setAutostart(false, '/opt/Slipway/slipway', file);
  await expect(access(file)).rejects.toThrow();
  await setAutostart(false, '/opt/Slipway/slipway', file);
});

test('names a program whose path has signs that desktops read otherwise', async () => {
  const file = autostartFile({ XDG_CONFIG_HOME: await makeTempFolder('config') });
  await setAutostart(true, '/home/a b/100% "$new"/slipway', file);
  expect(await readFile(file, 'utf8')).toContain('Exec="/home/a b/100%% \\\\"\\\\$new\\\\"/slipway" --hidden');
});
