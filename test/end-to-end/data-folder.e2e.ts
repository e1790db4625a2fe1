// What keeps Local from running is said in the window, with what can be done: no free port, and a data folder that cannot be used and is
// left as it is.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';

test(
  'says when no port is free and when its records are damaged, and runs when one is, in a fresh folder',
  {
    tag: '@soak-each-shell',
  },
  async ({ launch, home }, { parallelIndex }) => {
    const first = 9_000 + 100 * parallelIndex; // no server is given one of these by chance
    const taken: Server[] = [];
    for (let port = first; port < first + 20; port += 1) {
      const server = createServer();
      taken.push(server);
      await new Promise<void>(
        (resolve) => void server.listen(port, '127.0.0.1', resolve).once('error', () => resolve()),
      );
    }
    await writeFile(path.join(home, 'settings.json'), JSON.stringify({ service_port: first }));
    const records = path.join(home, 'local', 'slipway.db');
    await mkdir(path.dirname(records), { recursive: true });
    await writeFile(records, 'not a database');
    const { page } = await launch();
    const stopped = page.getByRole('heading', { name: 'Local stopped' });
    const free = async () => {
      for (const server of taken) await new Promise<void>((resolve) => void server.close(() => resolve()));
    };
    await test.step('offers a fresh folder beside a damaged one', async () => {
      await expect(stopped).toBeVisible();
      await expect(page.getByText(/are damaged/).first()).toBeVisible();
      await page.getByRole('button', { name: /fresh folder/i }).click();
      expect(await readFile(records, 'utf8')).toBe('not a database');
    });
    await test.step('says when no port is free, and runs when one is', async () => {
      await expect(
        page.getByText(new RegExp(`The ports ${first} to ${first + 19} are all taken`)).first(),
      ).toBeVisible();
      await expect(stopped).toBeVisible();
      await free();
      await page.getByRole('button', { name: 'Restart' }).first().click();
      await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
      await expect(page.getByText(`127.0.0.1:${first}`).first()).toBeVisible();
      expect(await readFile(records, 'utf8')).toBe('not a database');
    });
  },
);
