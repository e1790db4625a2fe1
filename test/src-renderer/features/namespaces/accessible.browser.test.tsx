// The layers about namespaces as axe sees them, in both themes, calm and in trouble.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  openNamespaceSettings,
  openNewNamespace,
  openSwitch,
} from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type Core, openProduction } from '../../support/open-production.ts';
import { lost } from '../../support/some-instances.ts';
import { newVersion, oldVersion, prod, production } from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

const open = (prepare?: (core: Core) => void) =>
  openProduction({}, (core) => {
    core.handlers['namespaces.validate'] = async () => ({ errors: [{ path: ['name-id', 'invalid'] }] });
    prepare?.(core);
  });

test('the switch sheet, with its files by name', async () => {
  await open();
  openSwitch(prod, newVersion);
  await userEvent.click(page.getByRole('button', { name: /12 added/ }));
  await expect.element(page.getByText('voice/opus.so')).toBeVisible();
  await expectAccessible('[data-slot~="sheet"]');
  await userEvent.fill(page.getByRole('textbox', { name: 'Type prod to confirm' }), 'prod');
  await expectAccessible('[data-slot~="sheet"]');
});

test('the switch sheet when nothing is known and everything went wrong', async () => {
  const why = 'This instance does not report what a version runs, only its name.';
  const unknown = { build: why, files: why, program: why, settings: why };
  const core = await open((prepared) => {
    prepared.handlers['versions.compare'] = async () => ({
      from: { version_id: oldVersion, unknown },
      to: { version_id: newVersion, unknown },
      files: null,
      why_no_files: why,
    });
    prepared.handlers['namespaces.switch'] = async () => ({ outcome: 'unknown', sentence: 'It may run either.' });
  });
  openSwitch(prod, newVersion);
  await userEvent.fill(page.getByRole('textbox', { name: 'Type prod to confirm' }), 'prod');
  await userEvent.click(page.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }));
  await expect.element(page.getByText('It is not known whether it switched')).toBeVisible();
  core.instances.set(production(lost('Production', Date.now() + 9_000)));
  await expect.element(page.getByText(/What you chose stays/)).toBeVisible();
  await expectAccessible('[data-slot~="sheet"]');
});

test('the settings, with a figure that does not fit and one that is odd', async () => {
  await open();
  openNamespaceSettings(prod);
  await userEvent.fill(page.getByRole('textbox', { name: 'Players per lobby' }), '0');
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers to keep' }), 'many');
  await expect.element(page.getByText(/Type a whole number/)).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});

test('the dialog for a new namespace, with what is wrong', async () => {
  await open();
  openNewNamespace('production', prod.game_id);
  await userEvent.fill(page.getByRole('textbox', { name: 'Name id' }), 'A B');
  await expect.element(page.getByText(/Use small letters/)).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});
