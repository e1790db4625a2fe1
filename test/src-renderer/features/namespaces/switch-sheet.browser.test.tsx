// The switch sheet in a real browser: what it says, what it asks for, and how it tells what became of a switch.
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openSwitch } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import sheetStyles from '../../../../src-renderer/ui/sheet.module.css';
import factsStyles from '../../../../src-renderer/ui/sheet-facts.module.css';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { RemoteView } from '../../../../src-shared/instances/bridge.ts';
import type { SwitchOutcome } from '../../../../src-shared/namespaces/bridge.ts';
import { type Core, inputsOf, openProduction } from '../../support/open-production.ts';
import { lost } from '../../support/some-instances.ts';
import {
  newVersion,
  oldVersion,
  prod,
  prodComparison,
  prodSettings,
  production,
  tidebreak,
} from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

const switched: SwitchOutcome = {
  outcome: 'switched',
  sentence: 'prod switched to v0.5.0-rc1.',
  version_id: newVersion,
  from_version_id: oldVersion,
};

async function open(change: Partial<RemoteView> = {}, prepare?: (core: Core) => void): Promise<Core> {
  const core = await openProduction(change, (prepared) => {
    prepared.handlers['namespaces.switch'] = async () => switched;
    prepare?.(prepared);
  });
  openSwitch(prod, newVersion);
  await expect.element(page.getByRole('dialog', { name: 'Switch version of prod' })).toBeVisible();
  return core;
}

const dialog = page.getByRole('dialog', { name: 'Switch version of prod' });
const button = page.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' });
const confirm = page.getByRole('textbox', { name: 'Type prod to confirm' });
const requests = (core: Core) => inputsOf(core, 'namespaces.switch');

test('says what changes, whom it meets and what to know, without the rows that stay the same', async () => {
  await open();
  for (const text of [
    '+90 MB',
    '12 added, 41 changed, 3 removed of 1,284',
    '1 changed, 1 added',
    '1 added, routed by Host',
  ]) {
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(dialog.getByText('14 servers, 212 players right now')).toBeVisible();
  await expect.element(dialog.getByText('6 servers, 94 players')).toBeVisible();
  await expect.element(dialog.getByText('1.5 times as much per server')).toBeVisible();
  await expect.element(dialog.getByText(/staging takes 16 players per lobby, prod 12/)).toBeVisible();
  await expect.element(dialog.getByText('Program')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: /12 added/ }));
  await expect.element(dialog.getByText('voice/opus.so')).toBeVisible();
  await expect.element(dialog.getByText('and 10 more')).toBeVisible();
});

test('the message about it comes where it stays, although the sheet is still leaving', async () => {
  await open();
  // Tests run with less motion, where it would be gone at once.
  const sheet = dialog.element();
  if (!(sheet instanceof HTMLElement)) throw new Error('expected a sheet');
  sheet.style.setProperty('transition', 'opacity 280ms', 'important');
  await userEvent.fill(confirm, 'prod');
  const places = new Set<number>();
  let pictures = 0;
  const look = () => {
    const toast = document.querySelector('[data-slot~="toast"]');
    // It may come one picture before the sheet begins to leave.
    if (toast !== null) pictures += 1;
    if (toast !== null && pictures > 2) places.add(toast.getBoundingClientRect().left);
    if (toast === null || document.querySelector('[data-slot~="sheet"]') !== null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  await userEvent.click(button);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  places.add(page.getByRole('group', { name: 'prod switched to v0.5.0-rc1' }).element().getBoundingClientRect().left);
  expect(pictures).toBeGreaterThan(3);
  expect(places.size).toBe(1);
});

test('takes the typed name of a protected namespace exactly, with the focus on Cancel at first', async () => {
  const core = await open();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  for (const wrong of ['Prod', 'prod ', 'pro']) {
    await userEvent.fill(confirm, wrong);
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  }
  expect(requests(core)).toEqual([]);
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(button);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests(core)).toEqual([
    {
      instance_id: 'production',
      game_id: prod.game_id,
      namespace_id: prod.namespace_id,
      confirm: 'prod',
      version_id: newVersion,
      expected_version_id: oldVersion,
    },
  ]);
});

test('is undone with one press, by the name that was typed', async () => {
  const core = await open();
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(button);
  await expect.element(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => requests(core).at(-1)).toMatchObject({ confirm: 'prod', version_id: oldVersion });
  expect(requests(core).at(-1)).toMatchObject({ expected_version_id: newVersion });
});

test('where nothing is protected, the button has the focus and asks for no name', async () => {
  const core = await open({ protected_namespaces: [] });
  await expect.element(button).toHaveFocus();
  await expect.element(confirm).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requests(core)).toHaveLength(1);
});

test('where nobody named a version, none that was rolled back there is chosen, and Enter switches nothing', async () => {
  const went = (version_id: string, rolled_back: boolean) => {
    const ran = { deploy_ts: '2026-11-20T10:00:00Z', is_current: !rolled_back, by: 'here' as const };
    return { ...ran, version_id, display_name: null, outcome: { is_running: false, ran_ms: 0, rolled_back } };
  };
  const core = await openProduction({ protected_namespaces: [] }, (prepared) => {
    const { versions } = tidebreak;
    const rows = versions.map(({ version_id }) => went(version_id, version_id !== oldVersion));
    prepared.handlers['namespaces.history'] = async () => ({ rows, has_more: false });
  });
  openSwitch(prod);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  const none = dialog.getByRole('button', { name: 'Switch', exact: true });
  await expect.element(none).toHaveAccessibleDescription('Choose a version first');
  await expect.element(dialog.getByText('Choose a version', { exact: true })).toBeVisible();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Version after the switch' }));
  await userEvent.click(page.getByRole('option', { name: 'v0.5.0-rc1' }));
  await expect.element(button).toBeEnabled();
  expect(requests(core)).toEqual([]);
});

test('sets how running servers end first, where another way was chosen', async () => {
  const hosting = vi.fn(async () => ({ outcome: 'done', sentence: 'How it keeps its servers changed.' }) as const);
  const core = await open({ protected_namespaces: [] }, (prepared) => {
    prepared.handlers['namespaces.setHosting'] = hosting;
  });
  await expect.element(page.getByRole('radio', { name: /Let matches finish/ })).toBeChecked();
  await userEvent.click(page.getByRole('radio', { name: /Stop servers now 212 players are disconnected/ }));
  await expect.element(dialog.getByText(/does so at later switches as well/)).toBeVisible();
  await userEvent.click(button);
  await expect.poll(() => requests(core)).toHaveLength(1);
  expect(hosting).toHaveBeenCalledOnce();
  const names = core.called.map(({ name }) => name);
  expect(names.indexOf('namespaces.setHosting')).toBeLessThan(names.indexOf('namespaces.switch'));
});

test('is undone with how running servers ended before, which is set first', async () => {
  const hosting = vi.fn(async () => ({ outcome: 'done', sentence: 'How it keeps its servers changed.' }) as const);
  const core = await open({ protected_namespaces: [] }, (prepared) => {
    prepared.handlers['namespaces.setHosting'] = hosting;
  });
  await userEvent.click(page.getByRole('radio', { name: /Stop servers now/ }));
  await userEvent.click(button);
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => requests(core)).toHaveLength(2);
  expect(inputsOf(core, 'namespaces.setHosting')).toMatchObject([
    { hosting: { ...prodSettings.hosting, on_version_switch: 'stop' } },
    { hosting: prodSettings.hosting },
  ]);
  const names = core.called.map(({ name }) => name);
  expect(names.lastIndexOf('namespaces.setHosting')).toBeLessThan(names.lastIndexOf('namespaces.switch'));
});

test('asks again when somebody else switched while it was open', async () => {
  const core = await open();
  await userEvent.fill(confirm, 'prod');
  const third = {
    version_id: '2f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a9',
    display_name: 'v0.4.3',
    create_ts: '2026-11-19T10:00:00.000Z',
  };
  const namespaces = tidebreak.namespaces.map((one) => ({ ...one, version_id: third.version_id }));
  const change = { namespace_id: prod.namespace_id, from_version_id: oldVersion, version_id: third.version_id };
  core.game(prod.game_id).set({
    game: { ...tidebreak, namespaces, versions: [...tidebreak.versions, third] },
    changed_elsewhere: [{ ...change, seen_at: Date.now() - 3_000 }],
  });
  await expect
    .element(dialog.getByText(/prod was changed by someone else (just now|[\d.]+ s ago): it runs v0.4.3 now/))
    .toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide on what runs now' }));
  await expect.element(confirm).toHaveValue('');
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(button);
  await expect.poll(() => requests(core)).toHaveLength(1);
  expect(requests(core)[0]).toMatchObject({ expected_version_id: third.version_id });
});

test('says that the service itself rolled back while it was open', async () => {
  const core = await open();
  const namespaces = tidebreak.namespaces.map((one) => ({ ...one, version_id: newVersion }));
  const change = { namespace_id: prod.namespace_id, from_version_id: oldVersion, version_id: newVersion };
  core.game(prod.game_id).set({
    game: { ...tidebreak, namespaces },
    changed_elsewhere: [{ ...change, seen_at: Date.now() - 3_000, by_service: true }],
  });
  await expect.element(dialog.getByText(/^prod was rolled back by Slipway itself/)).toBeVisible();
  // What was chosen is no choice any more, and still has its name.
  const chosen = dialog.getByRole('combobox', { name: 'Version after the switch' });
  await expect.element(chosen).toHaveTextContent('v0.5.0-rc1');
});

test('tells an unknown end as unknown, keeps what was typed, and lets it be tried again', async () => {
  const sentence = 'The switch got no answer, and what prod runs now cannot be read. It may run v0.5.0-rc1 or v0.4.2.';
  await open({}, (core) => {
    core.handlers['namespaces.switch'] = async () => ({ outcome: 'unknown', sentence });
  });
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(button);
  await expect.element(dialog.getByRole('alert').getByText(/It is not known whether it switched/)).toBeVisible();
  await expect.element(dialog.getByText(sentence, { exact: false })).toBeVisible();
  await expect.element(confirm).toHaveValue('prod');
  await expect.element(button).not.toHaveAttribute('aria-disabled');
});

test('a refusal stands in the sheet as it was said', async () => {
  await open({ protected_namespaces: [] }, (core) => {
    core.handlers['namespaces.switch'] = async () => {
      throw new AppError('NAMESPACE_CHANGED', {
        text: 'prod runs v0.4.3 now, no longer v0.4.2: somebody else switched it.',
      });
    };
  });
  await userEvent.click(button);
  await expect.element(dialog.getByRole('alert').getByText(/prod runs v0.4.3 now, no longer v0.4.2/)).toBeVisible();
});

test('keeps the decision while the instance is away, and says since when it may go on', async () => {
  const core = await open();
  await userEvent.fill(confirm, 'prod');
  core.instances.set(production(lost('Production', Date.now() + 9_000)));
  await expect.element(dialog.getByText(/Production does not answer yet.*What you chose stays/)).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  core.instances.set(production());
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(confirm).toHaveValue('prod');
});

test('reads what it could not read while the instance was away, once it is back', async () => {
  let isAway = true;
  const core = await open({}, (prepared) => {
    prepared.handlers['versions.compare'] = async () => {
      if (isAway) throw new AppError('INSTANCE_UNREACHABLE', { text: 'Production does not answer.' });
      return prodComparison;
    };
  });
  await expect.element(dialog.getByText('It could not be compared: Production does not answer.')).toBeVisible();
  isAway = false;
  core.instances.set(production(lost('Production', Date.now() + 9_000)));
  await expect.element(dialog.getByText(/What you chose stays/)).toBeVisible();
  core.instances.set(production());
  await expect.element(dialog.getByText('+90 MB')).toBeVisible();
});

test('says when the version was deleted meanwhile, and does not switch to it', async () => {
  const core = await open();
  core.game(prod.game_id).set({ game: { ...tidebreak, versions: tidebreak.versions.slice(0, 1) } });
  await expect.element(dialog.getByRole('alert').getByText(/This version was deleted meanwhile/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Switch/ })).toHaveAttribute('aria-disabled', 'true');
});

test('holds the longest names and ids of many scripts in the least window, without a way to scroll sideways', async () => {
  await page.viewport(960, 600);
  const long = `v0.5.0-${'rc1-ابجد-😀-'.repeat(7)}`;
  await open({ name: 'A deployment with a name that goes on for quite a while' }, (core) => {
    const versions = tidebreak.versions.map((version) => ({
      ...version,
      display_name: `${version.version_id[0]}${long}`,
    }));
    core.game(prod.game_id).set({ game: { ...tidebreak, versions } });
  });
  await userEvent.fill(confirm, 'prod');
  await expect.element(dialog.getByText('+90 MB')).toBeVisible();
  const { sheet, body, foot } = sheetStyles;
  for (const name of [sheet, body, foot, factsStyles['plate'], factsStyles['next']]) {
    const part = document.querySelector(`.${name}`);
    expect(part, name).not.toBeNull();
    expect([name, part?.scrollWidth]).toEqual([name, part?.clientWidth]);
  }
  await expect.element(dialog.getByRole('button', { name: `Switch prod to 1${long}` })).toBeVisible();
});

test('says in words what a remote with only the eleven calls does not tell', async () => {
  const why = 'This instance does not report what a version runs, only its name.';
  const unknown = { build: why, files: why, program: why, settings: why };
  const whyNot = {
    list_servers: 'This instance does not list its servers.',
    hosting: 'This instance decides by itself.',
  };
  await open({ why_not: whyNot }, (core) => {
    core.handlers['versions.compare'] = async () => ({
      from: { version_id: oldVersion, unknown },
      to: { version_id: newVersion, unknown },
      files: null,
      why_no_files: why,
    });
    core.handlers['namespaces.settings'] = async () => ({
      limits: null,
      hosting: null,
      why_no_hosting: whyNot.hosting,
    });
  });
  await expect.element(dialog.getByText(`Not known. ${why}`)).toBeVisible();
  expect(dialog.getByText(`Not known. ${why}`).elements()).toHaveLength(1);
  await expect.element(dialog.getByText('Not known. This instance does not list its servers.')).toBeVisible();
  await expect.element(dialog.getByText('This instance decides by itself.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /Let matches finish/ })).not.toBeInTheDocument();
});

test('keeps the focus inside, and Escape gives it back to the button that opened it', async () => {
  const core = await open();
  expect(core.called.map(({ name }) => name)).toContain('versions.compare');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const opener = page.getByRole('button', { name: 'Switch version' }).first();
  await userEvent.click(opener);
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  const seen = new Set<Element | null>();
  for (let press = 0; press < 16; press += 1) {
    await userEvent.keyboard('{Tab}');
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    seen.add(document.activeElement);
  }
  expect(seen.size).toBeGreaterThan(4);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
