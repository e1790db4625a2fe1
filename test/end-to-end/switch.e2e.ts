// J3, a bad release: rolled back on a real remote, undone, over a line that loses the answer, and against somebody else's switch.
// With SLIPWAY_PICTURES it also writes what a person sees, in both themes and three sizes.
import type { Locator, Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectToGame, dismissToasts, runCommand } from './support/steps.ts';

const runsNow = async ({ client, game, namespace_id }: Remote) => {
  const { game: now } = await client.getGame({ params: { game_id: game.game_id } });
  return now.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
};

async function setProtected(page: Page, isProtected: boolean): Promise<void> {
  await runCommand(page, 'Settings of prod');
  const settings = page.getByRole('dialog', { name: 'Settings of prod' });
  const box = settings.getByRole('switch', { name: 'Protected' });
  await box.click();
  await expect(box).toBeChecked({ checked: isProtected });
  if (isProtected) await takePictures(page, 'settings');
  await page.keyboard.press('Escape');
}

/** It runs v0.4.2 as at first, and nothing is said of what was before. */
async function startOver(page: Page, { client, game, namespace_id, versions }: Remote): Promise<void> {
  const params = { game_id: game.game_id, namespace_id };
  await client.updateNamespaceVersion({ params, body: { version_id: versions['v0.4.2'] ?? '' } });
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByRole('button', { name: /^v0\.4\.2, since .*, runs now$/ })).toBeVisible();
  await dismissToasts(page);
}

/** What was rolled back there is chosen by hand alone. */
async function chooseAgain(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('combobox', { name: 'Version after the switch' }).click();
  await page.getByRole('option', { name: /^v0\.5\.0-rc1/ }).click();
}

test('J3: a bad release is switched to, rolled back and undone, also over a line that loses the answer and against somebody else', async ({
  launch,
  remote,
  line,
}) => {
  test.slow(); // a whole journey: half a minute here, many times as long on a busy machine
  const { page } = await launch();
  await connectToGame(page, line.url, remote);
  await test.step('a bad release is switched to, seen, rolled back by its name, and undone', async () => {
    await setProtected(page, true);

    // 1. What it runs, since when, and what ran before, each by its name.
    const lane = page.getByRole('article', { name: 'Namespace prod' });
    const history = lane.getByRole('list', { name: 'Versions of prod' });
    await expect(lane.getByText(/^for \d+ (?:s|min), since \d\d:\d\d$/)).toBeVisible();
    const labels = () =>
      history.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await expect.poll(async () => (await labels()).join('; ')).toMatch(/v0\.4\.2, since .*, runs now$/);

    // 2. The way to another one, from what is known; nothing of it is pressed by a slip.
    await runCommand(page, 'Switch version of prod');
    const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
    await expect(sheet.getByText('2 added, 2 changed, 1 removed of 5')).toBeVisible();
    await expect(sheet.getByText('1.5 times as much per server')).toBeVisible();
    await expect(sheet.getByText(/The build is stored and verified/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await takePictures(page, 'switch');
    await sheet.getByRole('textbox', { name: 'Type prod to confirm' }).fill('prod');
    await takePictures(page, 'switch-confirmed');
    await sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }).click();
    await expect(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
    expect(await runsNow(remote)).toBe(remote.versions['v0.5.0-rc1']);

    await runCommand(page, 'Roll back prod');
    const rollBack = page.getByRole('dialog', { name: 'Roll back prod' });
    await expect(rollBack.getByText('v0.4.2').first()).toBeVisible();
    await rollBack.getByRole('textbox', { name: 'Type prod to confirm' }).fill('prod');
    await rollBack.getByRole('button', { name: 'Roll back prod to v0.4.2' }).click();
    await expect(page.getByText('prod switched to v0.4.2')).toBeVisible();
    await takePictures(page, 'undo');
    const message = page.locator('[data-slot~="toast"]').filter({ hasText: 'prod switched to v0.4.2' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect(await runsNow(remote)).toBe(remote.versions['v0.5.0-rc1']);
    // 5. Both switches and the way back stand in the history, there and in the window.
    await expect
      .poll(async () => (await labels()).join('; '))
      .toMatch(/v0\.4\.2.*v0\.5\.0-rc1.*v0\.4\.2.*v0\.5\.0-rc1, since .*/);
    const params = { game_id: remote.game.game_id, namespace_id: remote.namespace_id };
    const { versions } = await remote.client.listVersionHistory({ params, query: { limit: 4 } });
    const names = Object.fromEntries(Object.entries(remote.versions).map(([name, id]) => [id, name]));
    expect(versions.map(({ version_id: id }) => names[id])).toEqual(['v0.5.0-rc1', 'v0.4.2', 'v0.5.0-rc1', 'v0.4.2']);
  });
  await setProtected(page, false);
  await startOver(page, remote);
  await test.step('a switch whose answer is lost is reported as it is: done, or not, and what was chosen stays', async () => {
    const isSwitch = { method: 'PUT', match: /\/version$/ };

    const repair = line.fail({ ...isSwitch, fault: { kind: 'drop' } });
    await runCommand(page, 'Switch version of prod');
    const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
    await chooseAgain(page, sheet);
    await sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }).click();
    await expect(sheet.getByRole('alert')).toContainText('prod still runs v0.4.2: the switch did not arrive', {
      timeout: 60_000,
    });
    expect(await runsNow(remote)).toBe(remote.versions['v0.4.2']);
    await takePictures(page, 'not-switched');
    repair();

    const restore = line.fail({ ...isSwitch, fault: { kind: 'lose-answer' } });
    await sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }).click();
    await expect(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible({ timeout: 60_000 });
    expect(await runsNow(remote)).toBe(remote.versions['v0.5.0-rc1']);
    restore();
  });
  await startOver(page, remote);
  await test.step('somebody else’s switch is shown while the sheet is open, and the decision is asked for again', async () => {
    await runCommand(page, 'Switch version of prod');
    const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
    const button = sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' });
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await chooseAgain(page, sheet);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    const params = { game_id: remote.game.game_id, namespace_id: remote.namespace_id };
    await remote.client.updateNamespaceVersion({ params, body: { version_id: remote.versions['0.0.1'] ?? '' } });
    await expect(
      sheet.getByText(/prod was changed by someone else (just now|[\d.]+ s ago): it runs no version now/),
    ).toBeVisible();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await takePictures(page, 'changed');
    await sheet.getByRole('button', { name: 'Decide on what runs now' }).click();
    await button.click();
    await expect(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  });
});
