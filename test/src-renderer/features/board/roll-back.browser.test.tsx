// Rolling back: at once on Local with a way back for some seconds, by the sheet elsewhere.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useGames } from '../../../../src-renderer/features/games/games-store.ts';
import { gameKey } from '../../../../src-renderer/features/games/place-keys.ts';
import { rollBack } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import type { NamespacePlace } from '../../../../src-renderer/features/namespaces/namespaces-store.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type Core, inputsOf, openProduction } from '../../support/open-production.ts';
import { runningLocal } from '../../support/some-instances.ts';
import { newVersion, oldVersion, prod, prodComparison, production, tidebreak } from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

const here: NamespacePlace = { ...prod, instance_id: 'local' };
const previous = { version_id: newVersion, display_name: 'v0.5.0-rc1' };
const sheet = page.getByRole('dialog', { name: /^(Roll back|Switch version of) prod$/ });

/** Servers of the version to come are given a port, so that none waits for another. */
const free = { ...prodComparison, to: { ...prodComparison.to, settings: undefined } };

const open = (prepare?: (core: Core) => void) => {
  const set = (core: Core) => {
    core.instances.set(runningLocal);
    core.instances.set(production());
    core.handlers['versions.compare'] = async () => free;
    core.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
    core.handlers['namespaces.switch'] = async ({ version_id: id }) => ({
      outcome: 'switched',
      sentence: `prod switched to ${id === newVersion ? 'v0.5.0-rc1' : 'v0.4.2'}.`,
      version_id: id,
      from_version_id: id === newVersion ? oldVersion : newVersion,
    });
    prepare?.(core);
  };
  return openProduction({}, set, here.instance_id);
};

const switches = (core: Core) => inputsOf(core, 'namespaces.switch');

test('on Local it happens at once, and is undone with one press', async () => {
  const core = await open();
  await rollBack(here);
  await expect.element(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  await expectAccessible('[data-slot~="toasts"]');
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(switches(core)).toMatchObject([
    { version_id: newVersion },
    { version_id: oldVersion, expected_version_id: newVersion },
  ]);
});

test('what is offered to undo goes as soon as somebody else switched the namespace again', async () => {
  const core = await open();
  const game = core.game(tidebreak.game_id);
  const runs = (version_id: string) =>
    game.set({
      game: {
        ...tidebreak,
        namespaces: tidebreak.namespaces.map((one) =>
          one.namespace_id === prod.namespace_id ? { ...one, version_id } : one,
        ),
      },
    });
  runs(oldVersion);
  await rollBack(here);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  runs(newVersion);
  const known = () => useGames.getState().open[gameKey(here)]?.view?.game?.namespaces;
  await expect
    .poll(() => known()?.find(({ namespace_id: id }) => id === prod.namespace_id)?.version_id)
    .toBe(newVersion);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  runs(oldVersion);
  // By itself it stands for ten seconds.
  await expect.element(page.getByRole('button', { name: 'Undo' }), { timeout: 5_000 }).not.toBeInTheDocument();
});

test('on a remote, and where it is protected, the sheet opens on the version to go back to', async () => {
  const core = await open();
  await rollBack(prod);
  await expect
    .element(sheet.getByRole('combobox', { name: 'Version after the switch' }))
    .toHaveTextContent('v0.5.0-rc1');
  await expect.element(page.getByRole('dialog', { name: 'Roll back prod' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Roll back prod to v0.5.0-rc1' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  const marks = [{ game_id: prod.game_id, namespace_id: prod.namespace_id }];
  core.instances.set({ ...runningLocal, protected_namespaces: marks });
  await expect
    .poll(async () => {
      await rollBack(here);
      return sheet.query() !== null;
    })
    .toBe(true);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('any older version can be chosen instead, and is compared again', async () => {
  const older = {
    version_id: '3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1aa',
    display_name: 'v0.3.9',
    create_ts: '2026-11-01T10:00:00.000Z',
  };
  const core = await open((prepared) => {
    prepared.game(prod.game_id).set({ game: { ...tidebreak, versions: [older, ...tidebreak.versions] } });
  });
  await rollBack(prod);
  await userEvent.click(sheet.getByRole('combobox', { name: 'Version after the switch' }));
  await userEvent.click(page.getByRole('option', { name: 'v0.3.9' }));
  await expect.element(page.getByRole('button', { name: 'Switch prod to v0.3.9' })).toBeVisible();
  const compared = core.called.filter(({ name }) => name === 'versions.compare').map(({ input }) => input);
  expect(compared.at(-1)).toMatchObject({ from_version_id: oldVersion, to_version_id: older.version_id });
});

test('says when there is nothing to go back to, and when it could not be done', async () => {
  const core = await open((prepared) => {
    prepared.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false });
  });
  await rollBack(here);
  await expect.element(page.getByText('No earlier version ran well here')).toBeVisible();
  core.handlers['namespaces.history'] = async () => {
    throw new AppError('INSTANCE_UNREACHABLE', { text: 'Local does not answer.' });
  };
  await rollBack(here);
  await expect.element(page.getByRole('alert').getByText('It was not rolled back')).toBeVisible();
  expect(switches(core)).toEqual([]);
});

test('a second switch of the same namespace takes the place of the first message and its way back', async () => {
  const core = await open();
  await rollBack(here);
  await expect.element(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  core.handlers['namespaces.history'] = async () => ({
    rows: [],
    has_more: false,
    previous: { version_id: oldVersion, display_name: 'v0.4.2' },
  });
  await rollBack(here);
  await expect.element(page.getByText('prod switched to v0.4.2')).toBeVisible();
  await expect.element(page.getByText('prod switched to v0.5.0-rc1')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});
