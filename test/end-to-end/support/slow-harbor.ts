// A transfer that does not come to its end until its line is healed, for what is shown and done meanwhile.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright';
import type { FaultProxy } from '../../support/open-fault-proxy.ts';
import { expect } from './app-test.ts';
import type { Remote } from './serving.ts';
import type { RunningApp } from './shells.ts';
import { connectToGame, sendHarbor } from './steps.ts';

type HarborOptions = { home: string; remote: Remote; line: FaultProxy };

/** Those that come to nothing until then, by their numbers. */
export const slowParts = [2, 3, 4, 5];

/** Sends 20 MiB over a line on which the first part gets through, and the others come to nothing. */
export async function sendSlowHarbor(app: RunningApp, { home, remote, line }: HarborOptions): Promise<Locator> {
  const folder = path.join(home, 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.js'), "console.log('hello');\n");
  await writeFile(path.join(folder, 'sea.map'), randomBytes(20 * 1_048_576));
  await connectToGame(app.page, line.url, remote);
  const crawl = { kind: 'slow', bytesPerSecond: 1_024 } as const;
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/[2-9]/, fault: crawl });
  const row = await sendHarbor(app, folder);
  await expect(row.getByRole('img', { name: '1 of 5 parts stored' })).toBeVisible();
  return row;
}
