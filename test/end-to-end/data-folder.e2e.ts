// A data folder that cannot be used is said in the window, with what can be done, and is left as it is.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';

test('offers a fresh folder beside a damaged one', { tag: '@each-shell' }, async ({ launch, home }) => {
  const records = path.join(home, 'local', 'slipway.db');
  await mkdir(path.dirname(records), { recursive: true });
  await writeFile(records, 'not a database');
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local stopped' })).toBeVisible();
  await expect(page.getByText(/are damaged/).first()).toBeVisible();
  await page.getByRole('button', { name: /fresh folder/i }).click();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  expect(await readFile(records, 'utf8')).toBe('not a database');
});

test('says when no port is free, and runs when one is', async ({ launch, home }, { parallelIndex }) => {
  const first = 9_000 + 100 * parallelIndex; // no server is given one of these by chance
  const taken: Server[] = [];
  for (let port = first; port < first + 20; port += 1) {
    const server = createServer();
    taken.push(server);
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve).once('error', () => resolve()));
  }
  await writeFile(path.join(home, 'settings.json'), JSON.stringify({ service_port: first }));
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local stopped' })).toBeVisible();
  await expect(page.getByText(new RegExp(`The ports ${first} to ${first + 19} are all taken`)).first()).toBeVisible();
  for (const server of taken) await new Promise<void>((resolve) => void server.close(() => resolve()));
  await page.getByRole('button', { name: 'Restart' }).first().click();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${first}`).first()).toBeVisible();
});
