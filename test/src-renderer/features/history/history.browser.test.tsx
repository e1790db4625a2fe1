// The history of a namespace: the strip and the list are one selection, a moment stands beside now, and the sheet brings it back.
import { beforeEach, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import { say } from '../../../../src-renderer/ui/notices/notices-actions.ts';
import { clearToasts } from '../../../../src-renderer/ui/notices/toasts-actions.ts';
import { german } from '../../../../src-shared/text/de/index.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type Core, inputsOf } from '../../support/open-production.ts';
import { openWindow } from '../../support/open-window.tsx';
import { board, boardHash, laneId, setBoard } from '../../support/some-board.ts';
import {
  historyHash,
  historyMoment,
  historyRows,
  historyVersion,
  momentThen,
  setHistory,
} from '../../support/some-history.ts';
import { runningLocal, stagingEu } from '../../support/some-instances.ts';

beforeEach(() => page.viewport(1280, 800));

const list = page.getByRole('listbox', { name: 'Deployments of prod' });
const moment = page.getByRole('complementary', { name: 'As it was then' });
const strip = page.getByRole('list', { name: 'Versions of prod' });
const sheet = page.getByRole('dialog', { name: 'Roll back prod' });

async function open(prepare: (core: Core) => void = () => undefined, hash = historyHash): Promise<Core> {
  const core = openWindow((prepared) => {
    setHistory(prepared);
    prepare(prepared);
  }, hash);
  await expect.element(list).toBeVisible();
  return core;
}

test('says of each deployment who made it, what else changed, and how it went', async () => {
  await open();
  const rows = list.getByRole('option');
  await expect.element(rows.nth(0)).toMatchTextContent(/0\.4\.1 becomes 0\.4\.2by youRuns for 3 d 5 h/);
  await expect.element(rows.nth(0)).toMatchTextContent(/Players per lobby: 12 → 16, MATCH_SIZE changed/);
  await expect.element(rows.nth(2)).toMatchTextContent(/0\.4\.2-rc3by ci-deployCrashed 4×, rolled back after 11 min/);
  await expect.element(rows.nth(4)).toMatchTextContent(/3 variables changed/);
  await expect.element(rows.nth(5)).toMatchTextContent(/Settings unchanged/);
  await expect.element(rows.nth(7)).toMatchTextContent(/^0\.3\.7by youRan well for 1 d 18 hFirst version on prod/);
  await expect.element(page.getByText(/^8 deployments since/)).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Failed 1' }));
  expect(rows.elements()).toHaveLength(1);
  await userEvent.click(page.getByRole('radio', { name: 'Ran well 5' }));
  expect(rows.elements()).toHaveLength(5);
});

test('opens on what would be rolled back to, beside how it is now', async () => {
  await open();
  await expect.element(moment.getByRole('heading', { name: '0.4.1 ran well' })).toBeVisible();
  await expect.element(moment.getByText('1 d 12 h on prod, no crashes, up to 31 players')).toBeVisible();
  await expect.element(moment.getByText('by ci-deploy, with slipway/0.2.0 from 10.0.4.17')).toBeVisible();
  const row = (name: string) => moment.getByRole('row', { name });
  await expect.element(row('Version 0.4.1 0.4.2')).toBeVisible();
  await expect.element(row('Players per lobby 12 16')).toBeVisible();
  // What variables hold is nobody's business.
  await expect.element(row('MATCH_SIZE set changed')).toBeVisible();
  await expect.element(moment.getByText('12 other settings are the same')).toBeVisible();
  await expect.element(moment.getByText('2 added, 17 changed, 1 removed')).toBeVisible();
  await expect.element(moment.getByText('15 more files')).toBeVisible();
  await expect.element(moment.getByText('prod gets 0.4.1 back. 8 players have to rejoin.')).toBeVisible();
});

test('compares the newest deployment with what ran before it', async () => {
  const core = await open(
    (prepared) => {
      prepared.handlers['namespaces.compareMoments'] = async () => ({
        ...momentThen,
        from: momentThen.to,
        differences: [],
      });
    },
    `${historyHash}/${historyMoment(0)}`,
  );
  await expect.element(moment.getByRole('heading', { name: 'Changed by this deployment' })).toBeVisible();
  await expect.element(moment.getByRole('row', { name: 'Version 0.4.1 0.4.2' })).toBeVisible();
  await expect.element(moment.getByRole('row', { name: 'Players per lobby 12 16' })).toBeVisible();
  await expect.element(moment.getByText('2 added, 17 changed, 1 removed')).toBeVisible();
  expect(inputsOf(core, 'versions.compare').at(-1)).toMatchObject({
    from_version_id: historyVersion('0.4.1'),
    to_version_id: historyVersion('0.4.2'),
  });
  await expect
    .element(moment.getByRole('button', { name: 'Roll back to this' }))
    .toHaveAttribute('aria-disabled', 'true');
});

test('goes through the deployments by the keyboard, in the list and on the strip', async () => {
  const core = await open();
  (list.getByRole('option').nth(3).element() as HTMLElement).focus();
  await userEvent.keyboard('j');
  await expect.element(list.getByRole('option').nth(4)).toHaveFocus();
  await expect.element(moment.getByRole('heading', { name: '0.4.0 ran well' })).toBeVisible();
  expect(location.hash).toBe(`${historyHash}/${historyMoment(4)}`);
  await expect.element(strip.getByRole('button', { name: /^0\.4\.0, / })).toHaveAttribute('aria-current', 'true');
  (strip.getByRole('button', { name: /^0\.4\.0, / }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(moment.getByRole('heading', { name: '0.4.2-rc3 crashed' })).toBeVisible();
  await expect.element(list.getByRole('option', { selected: true })).toMatchTextContent(/Crashed 4×/);
  const moments = inputsOf(core, 'namespaces.compareMoments');
  expect(moments.at(-1)).toMatchObject({ from: historyRows[2]?.deploy_ts });
});

test('shows any moment, to the minute', async () => {
  const core = await open();
  await userEvent.click(moment.getByRole('button', { name: 'Other moment' }));
  const at = new Date(historyMoment(4) + 3 * 3_600_000);
  at.setSeconds(0, 0);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await page.getByLabelText('Show it as it was at').fill(local);
  await expect.element(moment.getByRole('heading', { name: '0.4.0 ran well' })).toBeVisible();
  await expect.element(moment.getByText(/^as of /)).toBeVisible();
  expect(inputsOf(core, 'namespaces.compareMoments').at(-1)).toMatchObject({ from: at.toISOString() });
});

const done = async () => ({ outcome: 'done', sentence: 'Changed.' }) as const;

test('brings version and settings back by the sheet, and undoes both', async () => {
  const core = await open((prepared) => {
    prepared.handlers['namespaces.settings'] = async () => ({
      limits: momentThen.to.settings?.limits ?? null,
      hosting: momentThen.to.settings?.hosting ?? null,
    });
    prepared.handlers['namespaces.setHosting'] = done;
    prepared.handlers['namespaces.setLimits'] = done;
    prepared.handlers['namespaces.switch'] = async ({ version_id }) => ({
      outcome: 'switched',
      sentence: 'prod switched to 0.4.1.',
      version_id,
      from_version_id: version_id === historyVersion('0.4.1') ? historyVersion('0.4.2') : historyVersion('0.4.1'),
    });
  });
  await expect.element(moment.getByRole('checkbox', { name: 'Bring back its 2 settings too' })).toBeChecked();
  await userEvent.click(moment.getByRole('button', { name: 'Roll back to this' }));
  await expect.element(sheet.getByRole('heading', { name: /^Settings of .* that come back$/ })).toBeVisible();
  await expect.element(sheet.getByText('Servers to keep')).toBeVisible();
  await expectAccessible('[role="dialog"]');
  await userEvent.click(sheet.getByRole('button', { name: 'Roll back prod to 0.4.1' }));
  await expect.element(page.getByText('prod switched to 0.4.1')).toBeVisible();
  expect(inputsOf(core, 'namespaces.setLimits')).toMatchObject([{ limits: { max_players: 12 } }]);
  expect(inputsOf(core, 'namespaces.setHosting')).toMatchObject([{ hosting: { server_count: 1 } }]);
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(inputsOf(core, 'namespaces.setLimits').at(-1)).toMatchObject({ limits: { max_players: 16 } });
  expect(inputsOf(core, 'namespaces.switch').at(-1)).toMatchObject({ version_id: historyVersion('0.4.2') });
});

test('leaves the settings where they are when the box is off, and starts on Cancel where prod is protected', async () => {
  const core = await open((prepared) => {
    prepared.instances.set({
      ...runningLocal,
      protected_namespaces: [{ game_id: board.game_id, namespace_id: laneId('prod') }],
    });
  });
  await userEvent.click(moment.getByRole('checkbox'));
  await userEvent.click(moment.getByRole('button', { name: 'Roll back to this' }));
  await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(sheet.getByRole('heading', { name: /that come back$/ }).query()).toBeNull();
  expect(inputsOf(core, 'namespaces.setLimits')).toEqual([]);
});

test('brings settings alone back where the version is the same', async () => {
  const core = await open((prepared) => {
    const { from, to } = momentThen;
    const now = { ...from, version_id: historyVersion('0.4.2') };
    prepared.handlers['namespaces.compareMoments'] = async () => ({ ...momentThen, from: now, to });
    prepared.handlers['namespaces.setHosting'] = done;
    prepared.handlers['namespaces.setLimits'] = done;
  });
  await userEvent.click(list.getByRole('option').nth(0));
  await userEvent.click(moment.getByRole('button', { name: 'Roll back to this' }));
  const settings = page.getByRole('dialog', { name: 'Bring back settings of prod' });
  await userEvent.click(settings.getByRole('button', { name: 'Bring back settings of prod' }));
  await expect.element(page.getByText('The settings were brought back')).toBeVisible();
  expect(inputsOf(core, 'namespaces.switch')).toEqual([]);
  expect(inputsOf(core, 'namespaces.setLimits')).toHaveLength(1);
});

test('on an older remote says what it does not keep, and still tells what ran', async () => {
  const why = 'This instance does not keep how a namespace was set.';
  await open(
    (core) => {
      core.instances.set({ ...stagingEu, why_not: { compare_moments: why } });
      core.handlers['namespaces.history'] = async () => ({
        rows: historyRows.map(({ version_id, display_name, deploy_ts, is_current }) => ({
          version_id,
          display_name,
          deploy_ts,
          is_current,
          by: 'elsewhere' as const,
        })),
        has_more: false,
      });
    },
    historyHash.replace('/local/', `/${stagingEu.id}/`),
  );
  await expect.element(moment.getByText(why)).toBeVisible();
  await expect.element(moment.getByRole('row', { name: 'Version 0.4.1 0.4.2' })).toBeVisible();
  await expect.element(list.getByRole('option').nth(3)).toMatchTextContent(/by somebody elseRan 1 d 12 h/);
  await expect.element(moment.getByRole('button', { name: 'Roll back to this' })).toBeEnabled();
  await expectAccessible('main');
});

test('is reached from the lane, by a key and by the palette', async () => {
  const core = openWindow((prepared) => {
    setBoard(prepared);
    prepared.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false });
  }, boardHash);
  const lane = page.getByRole('article', { name: 'Namespace staging' });
  await expect.element(lane).toBeVisible();
  const at = (name: string) => boardHash.replace(/$/, `/history/${laneId(name)}`);
  (lane.element() as HTMLElement).focus();
  await userEvent.keyboard('h');
  expect(location.hash).toBe(at('staging'));
  await expect.element(page.getByText('Nothing was deployed to staging yet')).toBeVisible();
  await userEvent.keyboard('gd');
  await userEvent.click(lane.getByRole('button', { name: 'History of staging' }));
  expect(location.hash).toBe(at('staging'));
  await userEvent.keyboard('{Control>}k{/Control}History of playtest{Enter}');
  await expect.element(page.getByText('Nothing was deployed to playtest yet')).toBeVisible();
  await userEvent.keyboard('gdgh');
  await expect.element(page.getByText('Nothing was deployed to prod yet')).toBeVisible();
  expect(inputsOf(core, 'namespaces.history').length).toBeGreaterThan(2);
});

test.each(['light', 'dark'])('is pictured in %s', async (theme) => {
  if (!inject('pictures')) return;
  await open();
  await expect.element(moment.getByText('15 more files')).toBeVisible();
  document.documentElement.dataset['theme'] = theme;
  const take = (name: string) =>
    page.screenshot({ path: `../../../../test-results/window/history-${name}-${theme}.png` });
  for (const width of [1280, 1000, 1440]) {
    await page.viewport(width, 800);
    await take(String(width));
  }
  await page.viewport(1280, 800);
  useLanguage.setState({ language: 'de', catalogue: german });
  await take('german');
});

test('messages that stay cover nothing that is pressed', async () => {
  await open();
  for (const n of [1, 2, 3]) say({ state: 'crashed', title: `Tidebreak crashed ${n}`, detail: 'Its log says why.' });
  await expect.element(page.getByText('1 more in the bell')).toBeVisible();
  const buttons = page.getByRole('button', { name: /^(Compare builds|Roll back to this)$/ });
  await expect.element(buttons.first()).toBeVisible();
  const top = () =>
    Math.min(
      ...page
        .getByRole('alert')
        .elements()
        .map((one) => one.getBoundingClientRect().top),
    );
  const covered = () => buttons.elements().filter((one) => one.getBoundingClientRect().bottom > top());
  await expect.poll(() => [buttons.elements().length, covered().length]).toEqual([2, 0]);
  clearToasts();
});
