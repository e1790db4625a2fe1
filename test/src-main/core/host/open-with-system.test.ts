// What the system's opener comes to: whether it opened something, and what is said where it did not.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWithSystem } from '../../../../src-main/core/host/open-with-system.ts';
import { isRunning } from '../../../support/is-running.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const page = 'http://127.0.0.1:21004/';

/** A desktop of Linux whose opener does this. */
async function openerThat(script: string): Promise<string> {
  const folder = await makeTempFolder('opener');
  const file = path.join(folder, 'xdg-open');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  const { PATH: before = '' } = process.env;
  process.env['PATH'] = `${folder}:${before}`;
  onTestFinished(() => {
    process.env['PATH'] = before;
  });
  return folder;
}

it.runIf(process.platform === 'linux')('says that nothing was opened, and to whom browsers refuse', async () => {
  await openerThat('exit 3');
  await expect(openWithSystem(page, false)).rejects.toMatchObject({
    message: `xdg-open could not open ${page}. Open it by hand.`,
  });
  await expect(openWithSystem(page, true)).rejects.toMatchObject({
    message: expect.stringContaining('Slipway runs as root, and most browsers refuse to.'),
  });
});

it.runIf(process.platform === 'linux')('takes an opener that ends well, or stays, for one that opened it', async () => {
  await openerThat(`test "$1" = ${page}`);
  await openWithSystem(page);
  const folder = await openerThat('echo $$ > "$0.pid"; exec sleep 60');
  await openWithSystem(page);
  const pid = Number(await readFile(path.join(folder, 'xdg-open.pid'), 'utf8'));
  process.kill(pid);
  await until(async () => !(await isRunning(pid)));
});
