// The settings of a namespace, and the dialog for a new one, in a real browser.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  openNamespaceSettings,
  openNewNamespace,
} from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { RemoteView } from '../../../../src-shared/instances/bridge.ts';
import { setDayOne } from '../../support/day-one.ts';
import { type Core, inputsOf, openProduction } from '../../support/open-production.ts';
import { openWindow } from '../../support/open-window.tsx';
import { board, boardHash } from '../../support/some-board.ts';
import { prod, prodSettings, production } from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

const open = (change: Partial<RemoteView>, prepare?: (core: Core) => void) =>
  openProduction(change, (core) => {
    core.handlers['namespaces.validate'] = async ({ name_id: id }) => ({
      errors: id === 'prod' ? [{ path: ['name-id', 'not-unique'] }] : [],
    });
    prepare?.(core);
  });

const save = page.getByRole('button', { name: 'Save settings' });
const players = page.getByRole('textbox', { name: 'Players per lobby' });

test('shows what a figure was, warns of players who play now, and saves only what changed, by name', async () => {
  const core = await open({}, (prepared) => {
    prepared.handlers['namespaces.setLimits'] = async () => ({ outcome: 'done', sentence: 'The limits changed.' });
  });
  openNamespaceSettings(prod);
  await expect.element(players).toHaveValue('12');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(players, '16');
  await expect.element(page.getByText('12 until now')).toBeVisible();
  await expect.element(page.getByText('So many servers may run at once.')).toBeVisible();
  await expect.element(page.getByText(/One server has 17 players now/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Type prod to confirm' }), 'prod');
  await userEvent.click(save);
  await expect.element(page.getByText('Settings of prod saved')).toBeVisible();
  expect(inputsOf(core, 'namespaces.setLimits')).toMatchObject([
    { confirm: 'prod', limits: { lobby_count_max: 40, max_players: 16 } },
  ]);
  expect(inputsOf(core, 'namespaces.setHosting')).toEqual([]);
});

test('says where restarts are chosen when Slipway rolls back by itself', async () => {
  await open({});
  openNamespaceSettings(prod);
  await expect
    .element(page.getByText(/If they do in the first 2 minutes after a switch, Slipway rolls back/))
    .toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: "Don't restart" }));
  await expect.element(page.getByText(/end before anybody can join them, Slipway rolls back\./)).toBeVisible();
});

test('says what worked first when one of two changes failed, and keeps what was typed', async () => {
  await open({ protected_namespaces: [] }, (core) => {
    core.handlers['namespaces.setLimits'] = async () => ({ outcome: 'done', sentence: 'The limits changed.' });
    core.handlers['namespaces.setHosting'] = async () => {
      throw new AppError('INSTANCE_UNREACHABLE', { text: 'Production does not answer.' });
    };
  });
  openNamespaceSettings(prod);
  await userEvent.fill(players, '24');
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers to keep' }), '2');
  await userEvent.click(save);
  await expect.element(page.getByText('The limits changed. Production does not answer.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Servers to keep' })).toHaveValue('2');
});

test('protects at once', async () => {
  const core = await open({ protected_namespaces: [] }, (prepared) => {
    prepared.handlers['instances.protectNamespace'] = async () => {
      prepared.instances.set(production());
    };
  });
  openNamespaceSettings(prod);
  await expect.element(page.getByText(/on this computer.* Other computers are not asked\./)).toBeVisible();
  await userEvent.click(page.getByRole('switch', { name: 'Protected' }));
  await expect.element(page.getByRole('switch', { name: 'Protected' })).toBeChecked();
  expect(inputsOf(core, 'instances.protectNamespace')).toMatchObject([
    { namespace_id: prod.namespace_id, is_protected: true },
  ]);
});

test('says why settings could not be read, and reads them again', async () => {
  let isAway = true;
  await open({}, (core) => {
    core.handlers['namespaces.settings'] = async () => {
      if (isAway) throw new AppError('INSTANCE_UNREACHABLE', { text: 'Production does not answer.' });
      return prodSettings;
    };
  });
  openNamespaceSettings(prod);
  await expect.element(page.getByText('The settings could not be read')).toBeVisible();
  isAway = false;
  await userEvent.click(page.getByRole('button', { name: 'Reload' }));
  await expect.element(players).toHaveValue('12');
});

test('checks names while they are typed, keeps them when it is closed, and makes the namespace', async () => {
  const core = await open({}, (prepared) => {
    prepared.handlers['namespaces.create'] = async () => ({ namespace_id: 'new' });
  });
  openNewNamespace('production', prod.game_id);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await userEvent.fill(name, 'Prod');
  await expect.element(page.getByText(/Another namespace of this game has this name id/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(name).not.toBeInTheDocument();
  openNewNamespace('production', prod.game_id);
  await expect.element(name).toHaveValue('Prod');
  await userEvent.fill(page.getByRole('textbox', { name: 'Name id' }), 'own-id');
  await userEvent.fill(name, 'Prod two');
  await expect.element(page.getByRole('textbox', { name: 'Name id' })).toHaveValue('own-id');
  await userEvent.click(page.getByRole('button', { name: 'Create namespace' }));
  await expect.element(page.getByText('own-id was created')).toBeVisible();
  expect(inputsOf(core, 'namespaces.create')).toMatchObject([{ display_name: 'Prod two', name_id: 'own-id' }]);
});

test('a dialog that is being typed into stays while its game is asked for again', async () => {
  const core = await open({});
  openNewNamespace('production', prod.game_id);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await userEvent.fill(name, 'Play');
  const field = name.element();
  core.game(prod.game_id).set({ game: null });
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).not.toBeInTheDocument();
  await userEvent.keyboard(' test');
  await expect.element(name).toHaveValue('Play test');
  expect(name.element()).toBe(field);
});

test('says in its place when an instance makes no namespaces by a call', async () => {
  const why = 'This instance does not create namespaces through its API.';
  await open({ why_not: { create_namespace: why } });
  openNewNamespace('production', prod.game_id);
  await expect.element(page.getByRole('dialog').getByText(why)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeInTheDocument();
});

test('keeps what was changed and not saved over Escape, and Cancel takes it back', async () => {
  await open({});
  openNamespaceSettings(prod);
  await userEvent.fill(players, '16');
  await userEvent.keyboard('{Escape}');
  await expect.element(players).not.toBeInTheDocument();
  openNamespaceSettings(prod);
  await expect.element(players).toHaveValue('16');
  await expect.element(page.getByText('Your earlier changes are still here. Cancel discards them.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(players).not.toBeInTheDocument();
  openNamespaceSettings(prod);
  await expect.element(players).toHaveValue('12');
});

test('proposes the newest version that did not crash for a new namespace, and marks those that did', async () => {
  openWindow(setDayOne, boardHash);
  openNewNamespace('local', board.game_id);
  const version = page.getByRole('dialog').getByRole('combobox', { name: 'Version that it runs' });
  await expect.element(version).toMatchTextContent('0.1.3');
  await userEvent.click(version);
  await expect.element(page.getByRole('option', { name: '0.1.4, crashed 4×' })).toBeVisible();
});
