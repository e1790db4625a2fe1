// Drops on the desktop app that are hard on it: a folder with 200,000 files, a file that may not be read, and a remote that
// is away when something is dropped for it.
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { test } from './support/remote-test.ts';
import { connectRemote } from './support/steps.ts';

test.use({ actionTimeout: 60_000 });

const run = promisify(execFile);
const server = "require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n";
const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const upload = (page: Page, name: string) => card(page, name).getByRole('button', { name: /^Upload/ });
const isRoot = process.getuid?.() === 0;

async function makeBuild(home: string, name: string): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  await writeFile(path.join(folder, 'server.js'), server);
  await writeFile(path.join(folder, 'maps/reef.map'), 'reef');
  return folder;
}

test('a folder with 200,000 files is looked over while the window lives on, and given up on a word', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeBuild(home, 'crowded');
  // One process makes them all: names in a pipe, files by the thousand.
  await run('sh', ['-c', 'cd "$1" && seq -f maps/%.0f 200000 | xargs -n 5000 touch', 'sh', folder]);
  await dropFiles(page, [folder]);
  await expect(card(page, 'crowded').getByText('Looking crowded over')).toBeVisible();
  await card(page, 'crowded').getByRole('button', { name: 'Give up' }).click();
  await expect(card(page, 'crowded')).toBeHidden();
  await dropFiles(page, [folder]);
  await expect(card(page, 'crowded')).toContainText(
    'more than servers have. Packing and unpacking them takes minutes.',
    {
      timeout: 120_000,
    },
  );
  await expect(card(page, 'crowded')).toContainText('Choose the folder of the server alone');
  await expect(card(page, 'crowded')).toContainText('200,002');
});

test('a file that may not be read is named, and is taken once it may be', async ({ launch, home }) => {
  // Root may read everything, unless that right is taken from it.
  const { page } = await launch({}, [], isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []);
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeBuild(home, 'private');
  await chmod(path.join(folder, 'maps/reef.map'), 0o000);
  await dropFiles(page, [folder]);
  await expect(card(page, 'private')).toContainText('maps/reef.map can not be read');
  await expect(upload(page, 'private')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Choose another build' }).click();
  await chmod(path.join(folder, 'maps/reef.map'), 0o600);
  await dropFiles(page, [folder]);
  await expect(upload(page, 'private')).not.toHaveAttribute('aria-disabled');
});

test('what is dropped for a remote that is away waits in its card until the remote answers', async ({
  launch,
  home,
  remote,
  line,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await connectRemote(page, { url: line.url, token: remote.token });
  await page
    .getByRole('navigation', { name: 'Games' })
    .getByRole('link', { name: /Tidebreak/ })
    .click();
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  line.offline();
  await expect(page.getByRole('status').filter({ hasText: 'the connection was cut' })).toBeVisible();
  const folder = await makeBuild(home, 'patient');
  await dropFiles(page, [folder]);
  await card(page, 'patient').getByRole('textbox', { name: 'Version' }).fill('v9.1');
  await expect(upload(page, 'patient')).toHaveAttribute('aria-disabled', 'true');
  await expect(upload(page, 'patient')).toHaveAccessibleDescription(
    /does not answer yet\. This works again once it is connected/,
  );
  line.heal();
  await expect(upload(page, 'patient')).not.toHaveAttribute('aria-disabled');
  await expect(card(page, 'patient').getByRole('textbox', { name: 'Version' })).toHaveValue('v9.1');
});
