// The sheet that promotes, in a real browser: what is chosen by a person, what it found out, what it asks for, and what it says came of it.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { say } from '../../../../src-renderer/ui/notices/notices-actions.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { PromotePlan } from '../../../../src-shared/versions/promote.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type createFakeCore, fullGame } from '../../support/fake-core.ts';
import { focusOn } from '../../support/open-window.tsx';
import { localId } from '../../support/some-instances.ts';
import { here, listOf, openPromoteSheet, plan, rowOf, version } from '../../support/some-promote.ts';
import { newVersion, oldVersion, prod, production, tidebreak } from '../../support/some-switch.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

const billing = 'The last payment to Production failed on 3 Nov 2026, and none has succeeded since.';
const sheet = page.getByRole('dialog', { name: 'Promote v0.5.0-rc1' });
const confirm = page.getByRole('textbox', { name: 'Type prod to confirm' });
const called = (core: Core, name: string) => core.called.filter((one) => one.name === name).map(({ input }) => input);
const request = {
  from: { instance_id: localId, game_id: here.game_id, version_id: version },
  to: { instance_id: 'production', game_id: prod.game_id, namespace_id: prod.namespace_id },
};

const card = (name: string) => sheet.getByRole('radio', { name: new RegExp(`^${name} `) });

/** To prod of Production, which is protected. */
async function openForProd(found: Partial<PromotePlan> = {}, prepare: (core: Core) => void = () => undefined) {
  const core = await openPromoteSheet(found, prepare);
  await userEvent.click(card('prod'));
  return core;
}

test('chooses no namespace, and says before it is pressed what would change there', async () => {
  const core = await openPromoteSheet();
  await expect.element(card('Production')).toBeChecked();
  await expect.element(card('Production').getByText('Has Tidebreak; v0.4.2, v0.5.0-rc1 run there')).toBeVisible();
  await expect.element(sheet.getByText('Choose a namespace.')).toBeVisible();
  for (const radio of sheet.getByRole('radiogroup', { name: 'Namespace' }).getByRole('radio').all()) {
    await expect.element(radio).not.toBeChecked();
  }
  expect(called(core, 'versions.checkPromote')).toEqual([]);
  await expect.element(sheet.getByRole('button', { name: 'Promote' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(card('prod'));
  await expect.element(sheet.getByText(/v0.5.0-rc1 is sent to Production from this machine/)).toBeVisible();
  expect(called(core, 'versions.checkPromote').at(-1)).toEqual(request);
  await expect.element(sheet.getByText('nothing of it is there yet')).toBeVisible();
  await expect.element(sheet.getByText('12 added, 41 changed, 3 removed of 1,284')).toBeVisible();
  await expect.element(card('staging').getByText('Runs v0.5.0-rc1 now, 3f9c27…27d4: the same bytes.')).toBeVisible();
  await expect.element(card('prod').getByText(/^Runs v0.4.2 now, aaaaaa…aaaa. You will be asked/)).toBeVisible();
  expect(called(core, 'versions.compare').at(-1)).toMatchObject({
    from_version_id: oldVersion,
    to_version_id: version,
    to_place: { instance_id: localId, game_id: here.game_id },
  });
  await expectAccessible('[data-slot~="sheet"]');
});

test('begins on the namespaces, and Enter goes on to the button that decides, or to the name to type', async () => {
  const core = await openPromoteSheet();
  await expect.element(card('staging')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card('staging')).toBeChecked();
  const decision = sheet.getByRole('button', { name: 'Run Tidebreak v0.5.0-rc1 on staging of Production' });
  await expect.element(decision).toHaveFocus();
  await userEvent.click(card('staging'));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(card('prod')).toBeChecked();
  await expect.element(confirm).toHaveFocus();
  expect(called(core, 'versions.promote')).toEqual([]);
});

test('a namespace called prod is not decided by pressing Enter twice, protected or not', async () => {
  await openPromoteSheet({}, undefined, production({ protected_namespaces: [] }));
  await expect.element(card('staging')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(card('prod')).toBeChecked();
  await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('namespaces that are read late get the focus', async () => {
  const core = await openPromoteSheet({}, (prepared) => prepared.game(prod.game_id).set({ game: null }));
  await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  core.game(prod.game_id).set({ game: tidebreak });
  await expect.element(card('staging')).toHaveFocus();
});

test('namespaces of a game that seemed to be missing give the focus on to those of the game', async () => {
  const theirs = listOf();
  const core = await openPromoteSheet({}, (prepared) => {
    prepared.gamesOn.set('production', theirs);
    prepared.game(prod.game_id).set({ game: null });
    prepared.handlers['games.validateNames'] = async () => ({ errors: [] });
  });
  await expect.element(sheet.getByText('Tidebreak will be created on Production')).toBeVisible();
  await expect.element(card('staging')).toHaveFocus();
  theirs.set(rowOf(tidebreak));
  core.game(prod.game_id).set({ game: tidebreak });
  await expect.element(card('staging').getByText('Runs v0.5.0-rc1 now', { exact: false })).toBeVisible();
  await expect.element(card('staging')).toHaveFocus();
});

test('namespaces that are read late leave the focus to somebody who has moved it', async () => {
  const core = await openPromoteSheet({}, (prepared) => prepared.game(prod.game_id).set({ game: null }));
  await expect.element(sheet.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  core.game(prod.game_id).set({ game: tidebreak });
  await expect.element(card('staging')).toBeVisible();
  await expect.element(card('staging')).not.toHaveFocus();
});

test('where the game is missing it is created with one press, once its name was checked', async () => {
  const core = await openPromoteSheet(
    { new_game: 'Tidebreak' },
    (prepared) => {
      prepared.gamesOn.set('production', listOf());
      prepared.handlers['games.validateNames'] = async () => ({ errors: [] });
      prepared.handlers['versions.promote'] = async () => ({ plan, transfer_id: 't1' });
    },
    production({ protected_namespaces: [] }),
  );
  await expect.element(sheet.getByText('Tidebreak will be created on Production')).toBeVisible();
  await expect.element(sheet.getByText('The name Tidebreak can be used there.', { exact: false })).toBeVisible();
  await userEvent.click(card('staging'));
  await expectAccessible('[data-slot~="sheet"]');
  await userEvent.click(sheet.getByRole('button', { name: 'Create game and run v0.5.0-rc1 on staging of Production' }));
  await expect.element(page.getByText('v0.5.0-rc1 is on its way to Production')).toBeVisible();
  const to = { instance_id: 'production', new_game: 'Tidebreak', namespace: 'staging' };
  expect(called(core, 'versions.promote')).toEqual([{ ...request, to, anyway: false }]);
});

test('another game is a choice that a person makes, with a warning on the button', async () => {
  const other = new AppError('OTHER_GAME', { text: 'Hollow is another game than Tidebreak.' }).toBody();
  await openPromoteSheet({ warnings: [other] }, (prepared) => {
    const hollow = { ...fullGame('5f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Hollow', 'hollow') };
    const row = { ...rowOf(hollow), display_name: 'Hollow', name_id: 'hollow' };
    prepared.gamesOn.set('production', listOf(rowOf(tidebreak), row));
    prepared.game(hollow.game_id).set({ game: hollow });
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Use another game' }));
  await userEvent.click(sheet.getByRole('combobox', { name: 'Game it goes to' }));
  await userEvent.click(page.getByRole('option', { name: 'Hollow' }));
  await userEvent.click(card('staging'));
  await expect.element(sheet.getByText('Hollow is another game than Tidebreak.')).toBeVisible();
  const button = 'Run Tidebreak v0.5.0-rc1 on staging of Hollow on Production anyway';
  await expect.element(sheet.getByRole('button', { name: button })).toBeEnabled();
  await userEvent.click(sheet.getByRole('button', { name: 'Use Tidebreak' }));
  await expect.element(sheet.getByText('Choose a namespace.')).toBeVisible();
});

test('says a warning of billing in words, wants the name of a protected namespace, and then sends it anyway', async () => {
  const warning = new AppError('BILLING_TROUBLE', { text: billing }).toBody();
  const core = await openForProd({ warnings: [warning] }, (prepared) => {
    prepared.handlers['versions.promote'] = async () => ({ plan, transfer_id: 't1' });
  });
  await expect.element(sheet.getByText(billing)).toBeVisible();
  const button = sheet.getByRole('button', { name: 'Run Tidebreak v0.5.0-rc1 on prod of Production anyway' });
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
  const core = await openForProd(there, (prepared) => {
    prepared.handlers['versions.promote'] = async () => ({
      plan,
      switched: {
        outcome: 'switched',
        sentence: 'prod switched to v0.5.0-rc1.',
        version_id: newVersion,
        from_version_id: oldVersion,
      },
    });
  });
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(sheet.getByRole('button', { name: 'Run Tidebreak v0.5.0-rc1 on prod of Production' }));
  await expect.element(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Both versions are on Production then, so no other place is compared.
  expect(called(core, 'versions.compare').at(-1)).not.toHaveProperty('to_place');
});

test('what stands in the way is said, and a taken name can be changed where it is said', async () => {
  const taken = new AppError('VALIDATION_ERROR', {
    text: 'Production has a version called v0.5.0-rc1 already.',
  }).toBody();
  const core = await openForProd({ problems: [taken] }, (prepared) => {
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
  await openForProd({}, (prepared) => {
    prepared.handlers['versions.promote'] = async () => {
      throw new AppError('NAMESPACE_CHANGED', {
        text: 'prod runs 0.0.1 now: somebody else switched it. Nothing was changed.',
      });
    };
  });
  await userEvent.fill(confirm, 'prod');
  await userEvent.click(sheet.getByRole('button', { name: 'Run Tidebreak v0.5.0-rc1 on prod of Production' }));
  await expect.element(sheet.getByText(/somebody else switched it. Nothing was changed/)).toBeVisible();
  await expect.element(confirm).toHaveValue('prod');
});

test('P promotes the version that is selected on the shelf, and its menu and the palette offer it too', async () => {
  await openPromoteSheet();
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
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('promote{Enter}');
  await expect.element(sheet).toBeVisible();
});

test('the palette promotes what the lane runs that had the focus, as P does', async () => {
  const namespaces = here.namespaces.map((one, at) => (at === 0 ? { ...one, version_id: version } : one));
  await openPromoteSheet({}, (core) => core.game(here.game_id).set({ game: { ...here, namespaces } }));
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  const lane = document.querySelector(`[data-lane="${namespaces[0]?.namespace_id}"]`);
  if (lane === null) throw new Error('expected a lane');
  focusOn(lane);
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('promote{Enter}');
  await expect.element(sheet).toBeVisible();
});

test('a message leaves the sheet free where the window has room beside it, and its foot where it has not', async () => {
  await openPromoteSheet();
  say({ state: 'done', title: 'prod switched to v0.5.0-rc1' });
  const said = page.getByText('prod switched to v0.5.0-rc1');
  await expect.element(said).toBeVisible();
  const toast = said.element().closest('[data-slot~="toast"]');
  const right = () => toast?.getBoundingClientRect().right ?? Infinity;
  await expect.poll(() => right() <= sheet.element().getBoundingClientRect().left).toBe(true);
  await page.viewport(1000, 800);
  const foot = () => sheet.getByRole('button', { name: 'Promote' }).element().getBoundingClientRect().top;
  await expect.poll(() => (toast?.getBoundingClientRect().bottom ?? Infinity) <= foot()).toBe(true);
});
