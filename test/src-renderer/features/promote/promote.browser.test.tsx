// The sheet that promotes, in a real browser: what it suggests, what it found out, what it asks for, and what it says came of it.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPromote } from '../../../../src-renderer/features/promote/promote-actions.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { PromotePlan } from '../../../../src-shared/versions/promote.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type createFakeCore, fullGame } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { localId, runningLocal } from '../../support/some-instances.ts';
import {
  newVersion,
  oldVersion,
  prod,
  prodComparison,
  prodServers,
  prodSettings,
  production,
  tidebreak,
} from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

const version = '2f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a9';
const here = {
  ...fullGame('4f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak'),
  versions: [{ version_id: version, display_name: 'v0.5.0-rc1', create_ts: '2026-11-18T09:00:00.000Z' }],
};
const hash = '3f9c27d4'.repeat(8);
const plan: PromotePlan = {
  way: 'send',
  sentence: 'v0.5.0-rc1 is sent to Production from this machine.',
  version_name: 'v0.5.0-rc1',
  sha256: hash,
  bytes: 1_330_000_000,
  problems: [],
  warnings: [],
};
const billing = 'The last payment to Production failed on 3 Nov 2026, and none has succeeded since.';
const rowOf = ({ game_id: id }: { game_id: string }) => ({
  id,
  name_id: `tidebreak-${id.slice(0, 3)}`,
  display_name: 'Tidebreak',
  total_player_count: 0,
});

async function open(found: Partial<PromotePlan> = {}, prepare: (core: Core) => void = () => undefined): Promise<Core> {
  const core = openWindow((prepared) => {
    prepared.instances.set(runningLocal, production());
    prepared.games.set(rowOf(here), rowOf(tidebreak));
    prepared.game(here.game_id).set({ game: here });
    prepared.game(prod.game_id).set({ game: tidebreak });
    prepared.servers.list.set(...prodServers());
    prepared.handlers['versions.checkPromote'] = async () => ({ ...plan, ...found });
    prepared.handlers['versions.compare'] = async () => prodComparison;
    prepared.handlers['versions.hashes'] = async ({ game_id }) => ({
      hashes: game_id === here.game_id ? { [version]: hash } : { [oldVersion]: 'a'.repeat(64), [newVersion]: hash },
    });
    prepared.handlers['namespaces.settings'] = async () => prodSettings;
    prepare(prepared);
  }, `#/games/local/${here.game_id}`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  openPromote({ fromInstance: localId, fromGame: here.game_id, version, toGame: prod.game_id });
  await expect.element(sheet).toBeVisible();
  return core;
}

const sheet = page.getByRole('dialog', { name: 'Promote v0.5.0-rc1' });
const confirm = page.getByRole('textbox', { name: 'Type prod to confirm' });
const called = (core: Core, name: string) => core.called.filter((one) => one.name === name).map(({ input }) => input);
const request = {
  from: { instance_id: localId, game_id: here.game_id, version_id: version },
  to: { instance_id: 'production', game_id: prod.game_id, namespace_id: prod.namespace_id },
};

test('suggests the other instance, tells what would change there, and which lanes run the same bytes', async () => {
  const core = await open();
  await expect.element(sheet.getByText(/v0.5.0-rc1 is sent to Production from this machine/)).toBeVisible();
  expect(called(core, 'versions.checkPromote').at(-1)).toEqual(request);
  await expect.element(sheet.getByText('1.33 GB are sent.', { exact: false })).toBeVisible();
  await expect.element(sheet.getByText('12 added, 41 changed, 3 removed of 1,284')).toBeVisible();
  const lanes = sheet.getByRole('list', { name: 'Lanes of Tidebreak on Production' });
  const staging = lanes.getByRole('listitem').filter({ hasText: 'staging' });
  await expect.element(staging.getByText('v0.5.0-rc1')).toBeVisible();
  await expect.element(staging.getByText('same bytes')).toBeVisible();
  await expect.element(lanes.getByRole('listitem').first().getByText('same bytes')).not.toBeInTheDocument();
  expect(called(core, 'versions.compare').at(-1)).toMatchObject({
    from_version_id: oldVersion,
    to_version_id: version,
    to_place: { instance_id: localId, game_id: here.game_id },
  });
  await expectAccessible('[data-slot~="sheet"]');
});

test('says a warning of billing in words, wants the name of a protected namespace, and then sends it anyway', async () => {
  const warning = new AppError('BILLING_TROUBLE', { text: billing }).toBody();
  const core = await open({ warnings: [warning] }, (prepared) => {
    prepared.handlers['versions.promote'] = async () => ({ plan, transfer_id: 't1' });
  });
  await expect.element(sheet.getByText(billing)).toBeVisible();
  const button = sheet.getByRole('button', { name: 'Send v0.5.0-rc1 to prod anyway' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(button);
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(page.getByText('v0.5.0-rc1 is on its way to Production')).toBeVisible();
  expect(called(core, 'versions.promote')).toEqual([
    { ...request, confirm: 'prod', anyway: true, expected_version_id: oldVersion },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Show transfers' }));
  await expect.element(page.getByRole('heading', { name: 'Transfers' })).toBeVisible();
});

test('where the bytes are there already it is a switch, with the way back', async () => {
  const there: Partial<PromotePlan> = { way: 'switch', sentence: 'Production has it already.', version_id: newVersion };
  const core = await open(there, (prepared) => {
    prepared.handlers['versions.promote'] = async () => ({
      plan,
      switched: {
        outcome: 'switched',
        sentence: 'prod runs v0.5.0-rc1 now.',
        version_id: newVersion,
        from_version_id: oldVersion,
      },
    });
  });
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }));
  await expect.element(page.getByText('prod runs v0.5.0-rc1 now')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Both versions are on Production then, so no other place is compared.
  expect(called(core, 'versions.compare').at(-1)).not.toHaveProperty('to_place');
});

test('what stands in the way is said, and a taken name can be changed where it is said', async () => {
  const taken = new AppError('VALIDATION_ERROR', {
    text: 'Production has a version called v0.5.0-rc1 already.',
  }).toBody();
  const core = await open({ problems: [taken] }, (prepared) => {
    prepared.handlers['versions.checkPromote'] = async ({ name }) => ({ ...plan, problems: name ? [] : [taken] });
  });
  await expect.element(sheet.getByRole('listitem').getByText(taken.message)).toBeVisible();
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Name there' }), 'v0.5.0-rc1 again');
  await expect.element(sheet.getByText(taken.message)).not.toBeInTheDocument();
  await expect
    .poll(() => called(core, 'versions.checkPromote').at(-1))
    .toEqual({ ...request, name: 'v0.5.0-rc1 again' });
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Name there' }), '  ');
  await expect.element(sheet.getByText('Give the version a name.')).toBeVisible();
});

test('a refusal stands on the sheet, and what was typed stays', async () => {
  await open({}, (prepared) => {
    prepared.handlers['versions.promote'] = async () => {
      throw new AppError('NAMESPACE_CHANGED', {
        text: 'prod runs 0.0.1 now: somebody else switched it. Nothing was changed.',
      });
    };
  });
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(sheet.getByRole('button', { name: 'Send v0.5.0-rc1 to prod' }));
  await expect.element(sheet.getByText(/somebody else switched it. Nothing was changed/)).toBeVisible();
  await expect.element(confirm).toHaveValue('prod');
});

test('P promotes the version that is selected on the shelf, and its menu offers it too', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: /v0.5.0-rc1/ }));
  await userEvent.keyboard('p');
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Menu of v0.5.0-rc1' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Promote it elsewhere…' }));
  await expect.element(sheet).toBeVisible();
});
