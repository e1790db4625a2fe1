// The page of Pocket Regatta in a real Chromium: it connects, measures its round trip, and a key turns the boat, which others see.
// It needs no app, so one project runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from 'playwright/test';

const folder = path.join(import.meta.dirname, '../../samples/pocket-regatta');

const test = base.extend<{ regatta: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  regatta: async ({}, use) => {
    const env = { ...process.env, REGATTA_SPEED: '4' };
    const server = spawn(process.execPath, ['server.js', '--port', '0'], { cwd: folder, env });
    const exit = once(server, 'exit');
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    await use(/http:\S+/.exec(String(line))?.[0] ?? '');
    server.kill('SIGTERM');
    await exit;
  },
});

async function setSail(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Set sail' }).click();
  await expect(page.locator('#join')).toBeHidden();
}

const numberIn = async (page: Page, id: string) => Number.parseFloat((await page.locator(id).textContent()) ?? '');

/** What the canvas shows, as one text: another picture is another text. */
const picture = (page: Page) => page.locator('#sea').evaluate((sea) => (sea as HTMLCanvasElement).toDataURL());

test("two people sail, one in light colours and one in dark, and each sees what the other's keys do", async ({
  browser,
  regatta,
}) => {
  const problems: string[] = [];
  const open = async (colorScheme: 'light' | 'dark') => {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => problems.push(message.text()));
    return page;
  };
  const [ada, grace] = [await open('light'), await open('dark')];
  await setSail(ada, regatta, 'Ada');
  await setSail(grace, regatta, 'Grace');
  await expect(ada.getByRole('listitem')).toHaveText([/Ada/, /Grace/]);
  await expect(grace.getByRole('listitem')).toHaveText([/Ada/, /Grace/]);
  await expect(ada.locator('#lag')).toHaveText(/^\d+(\.\d)? ms$/);
  await expect(ada.locator('#banner')).toBeHidden();
  const before = await numberIn(ada, '#heading');
  await ada.keyboard.down('ArrowRight');
  await expect.poll(() => numberIn(ada, '#heading')).toBeGreaterThan(before + 20);
  await ada.keyboard.up('ArrowRight');
  await expect.poll(() => numberIn(ada, '#speed')).toBeGreaterThan(1);
  const [first, seen] = [await picture(ada), await picture(grace)];
  await grace.keyboard.down('KeyD');
  await expect.poll(() => numberIn(grace, '#heading')).toBeGreaterThan(110);
  await grace.keyboard.up('KeyD');
  await expect.poll(() => picture(ada)).not.toBe(first);
  await expect.poll(() => picture(grace)).not.toBe(seen);
  await grace.close();
  await expect(ada.getByRole('listitem')).toHaveText([/Ada/]);
  expect(problems).toEqual([]);
  await Promise.all(browser.contexts().map((context) => context.close()));
});

test('says why when the server ends', async ({ page }) => {
  const server = spawn(process.execPath, ['server.js', '--port', '0'], { cwd: folder });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  await setSail(page, /http:\S+/.exec(String(line))?.[0] ?? '', 'Ada');
  server.kill('SIGTERM');
  await once(server, 'exit');
  await expect(page.locator('#status')).toHaveText('The server is stopping.');
});
