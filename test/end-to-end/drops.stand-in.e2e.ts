// Files and folders of this machine, dropped on the desktop app: the built preload makes paths of them, so nothing is copied, and
// what is no file of this machine is refused.
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tarOf } from '../support/tar.ts';
import { expect, test } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { eventsOf } from './support/stand-in-reports.ts';

const samples = path.join(import.meta.dirname, '../../samples');
const running = { name: 'Local is running' };

test('what is dropped is looked over and sent from where it lies, without a copy; what is no file of this machine is refused', async ({
  launch,
  home,
}) => {
  const app = await launch();
  const { page } = app;
  await expect(page.getByRole('heading', running)).toBeVisible();
  const copies = () => readdir(path.join(home, 'copies')).catch(() => []);
  await test.step('a file that the page made, and words in place of a file', async () => {
    const tried = await page.evaluate(async () => {
      const port = Reflect.get(window, 'slipwayPort') as {
        send(frame: unknown): void;
        onFrame(listener: (frame: unknown) => void): void;
      };
      const call = (id: number, file: unknown) =>
        new Promise((resolve) => {
          port.onFrame((frame) => (frame as { id: number }).id === id && resolve(frame));
          try {
            port.send({ t: 'call', id, name: 'transfers.takeDropped', input: { paths: [file] } });
          } catch (thrown) {
            resolve(String(thrown));
          }
        });
      return [await call(9_001, new File(['x'], 'passwd')), await call(9_002, '/etc/passwd')];
    });
    expect(tried[0]).toMatchObject({
      t: 'error',
      error: { message: 'What you dropped is not a file on this machine.' },
    });
    expect(tried[1]).toMatch(/TypeError/);
  });
  await test.step('an archive, which is looked over as it is', async () => {
    const server = await readFile(path.join(samples, 'udp-echo/server.js'), 'utf8');
    const file = path.join(home, 'echo.tar');
    await writeFile(file, tarOf({ 'server.js': server }));
    await dropFiles(page, [file]);
    const card = page.getByRole('dialog', { name: 'echo.tar' });
    await expect(card.getByText(/It is started as node server\.js/)).toBeVisible();
    expect(await copies()).toEqual([]);
    await page.getByRole('button', { name: 'Choose another build' }).click();
  });
  await test.step('a folder, which is sent', async () => {
    await dropFiles(page, [path.join(samples, 'udp-echo')]);
    const card = page.getByRole('dialog', { name: 'udp-echo' });
    await expect(card.getByText('Starts server.js')).toBeVisible();
    expect(await copies()).toEqual([]);
    await card.getByRole('button', { name: 'Upload and launch on staging' }).click();
    await expect(page.getByRole('heading', { name: 'Udp echo', level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'udp-echo' })).toBeHidden();
  });
  expect(eventsOf(app, 'error-box')).toEqual([]);
});

test('a folder that went away before it was sent is said in its transfer, and goes on when it is back', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', running)).toBeVisible();
  const [build, away] = [path.join(home, 'harbor'), path.join(home, 'elsewhere')];
  await cp(path.join(samples, 'udp-echo'), build, { recursive: true });
  await dropFiles(page, [build]);
  const card = page.getByRole('dialog', { name: 'harbor' });
  await expect(card.getByText('Starts server.js')).toBeVisible();
  await rename(build, away);
  await card.getByRole('button', { name: 'Upload and launch on staging' }).click();
  await expect(card).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+j');
  const row = page.getByRole('list', { name: 'Transfers' }).getByRole('listitem');
  await expect(row).toContainText(/harbor cannot be read: it does not exist \(any more\)\. Nothing was packed\./);
  await rename(away, build);
  await row.getByRole('button', { name: /^Retry/ }).click();
  await expect(row).toContainText('Done');
});
