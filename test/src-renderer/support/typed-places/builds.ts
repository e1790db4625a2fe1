// Where people type about builds: on the card of a dropped one, at a promotion, and of one that is stored.
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setBuildDialog } from '../../../../src-renderer/features/builds/builds-actions.ts';
import { openPromote } from '../../../../src-renderer/features/promote/promote-actions.ts';
import { fullGame } from '../fake-core.ts';
import { openWindow } from '../open-window.tsx';
import { buildId } from '../some-builds.ts';
import { localId, runningLocal } from '../some-instances.ts';
import { someReport } from '../some-report.ts';
import { tidebreak } from '../some-servers.ts';
import { prod, prodComparison, prodSettings, production, tidebreak as there } from '../some-switch.ts';
import { asName } from './becomes.ts';
import { gives, notForPrograms, says, tooLong } from './kinds.ts';
import { box, button, type Core, gameHash, type Kinds, openGame, type Place } from './place.ts';

/** A game on Local with the same name as that on the remote. */
const here = fullGame('4f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');

/** The card of a dropped folder; without a game it makes one. */
async function openCard(isNewGame: boolean): Promise<Core> {
  const core = openWindow((fake) => {
    const { game_id: id, name_id, display_name } = tidebreak;
    if (!isNewGame) fake.games.set({ id, name_id, display_name, total_player_count: 0 });
    fake.game(id).set({ game: tidebreak });
    fake.handlers['transfers.takeDropped'] = async () => ({ sources: [{ source_id: 's1', name: 'harbor' }] });
    fake.handlers['transfers.examine'] = async () => ({ kind: 'folder', report: someReport() });
    fake.handlers['transfers.release'] = async () => undefined;
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'harbor'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByText(/^Starts/)).toBeVisible();
  return core;
}
const upload = () => page.getByRole('button', { name: /^Upload and launch/ });
const noVersion = says('Type a name for the version.');
const noNewName = says('Give the version a name.');
const unconfirmed = says('Type staging to launch on it: it is protected.');
const asConfirmed: Kinds = {
  'nothing at all': unconfirmed,
  'only spaces': unconfirmed,
  'spaces around it': unconfirmed,
  'far too much': unconfirmed,
  emoji: unconfirmed,
  'right to left': unconfirmed,
  'two lines': unconfirmed,
  'a mark that turns the direction': unconfirmed,
  'a control character': unconfirmed,
};
const inCard: Kinds = {
  ...asName,
  'nothing at all': noVersion,
  'only spaces': noVersion,
  'spaces around it': gives('reef'),
  'far too much': tooLong('128'),
};

/** Places about builds. */
export const buildPlaces: readonly Place<Kinds>[] = [
  {
    name: 'the name of a version of a stored build',
    open: async () => {
      const core = openGame(`${gameHash}/builds/${buildId(3)}`);
      await expect.element(page.getByRole('heading', { name: 'v0.3.0' })).toBeVisible();
      setBuildDialog('version');
      return core;
    },
    field: () => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
    button: () => button('Create version'),
    call: 'builds.createVersion',
    typed: ({ display_name: name }: { display_name: string }) => name,
    becomes: asName,
  },
  {
    name: 'the version of a dropped build',
    open: () => openCard(false),
    field: () => box('Version'),
    button: upload,
    call: 'transfers.start',
    typed: ({ name }: { name: string }) => name,
    becomes: inCard,
  },
  {
    name: 'the name of a protected namespace that a dropped build is launched on',
    open: async () => {
      const core = await openCard(false);
      const namespaces = tidebreak.namespaces.map(({ namespace_id: id }) => id);
      const marks = namespaces.map((id) => ({ game_id: tidebreak.game_id, namespace_id: id }));
      core.instances.set({ ...runningLocal, protected_namespaces: marks });
      await userEvent.click(page.getByRole('checkbox', { name: /^Launch on staging/ }));
      return core;
    },
    field: () => box('Type staging to confirm'),
    button: upload,
    call: 'transfers.start',
    typed: ({ confirm }: { confirm: string }) => confirm,
    becomes: asConfirmed,
  },
  {
    name: 'the name of the game that is made with a dropped build',
    open: () => openCard(true),
    field: () => box('Name of the new game'),
    button: upload,
    call: 'games.create',
    typed: ({ display_name: name }: { display_name: string }) => name,
    becomes: asName,
  },
  {
    name: 'the arguments of a dropped build',
    open: async () => {
      const core = await openCard(false);
      await userEvent.click(page.getByText(/^Starts/));
      return core;
    },
    field: () => box('Arguments'),
    button: upload,
    call: 'transfers.start',
    typed: ({ settings }: { settings: { arguments: string[] } }) => settings.arguments,
    becomes: {
      'nothing at all': gives([]),
      'only spaces': gives([]),
      'spaces around it': gives(['reef']),
      'far too much': says('Argument 1 is too long: up to 1,024 bytes fit. Make it shorter.'),
      emoji: gives(['🌊👩‍👩‍👧']),
      'right to left': gives(['שונית']),
      'a mark that turns the direction': gives(['reef\u202efeer']),
      'a control character': notForPrograms,
      'two lines': gives(['reef', 'break']),
    },
  },
  {
    name: 'the name of a promoted version',
    open: async () => {
      const core = openWindow((fake) => {
        fake.instances.set(production({ protected_namespaces: [] }));
        for (const { game_id: id, name_id, display_name } of [here, there]) {
          fake.games.set({ id, name_id, display_name, total_player_count: 0 });
        }
        fake.game(here.game_id).set({ game: here });
        fake.game(prod.game_id).set({ game: there });
        fake.handlers['versions.checkPromote'] = async () => ({
          way: 'send',
          sentence: 'It is sent.',
          version_name: 'reef',
          bytes: 1,
          problems: [],
          warnings: [],
        });
        fake.handlers['versions.compare'] = async () => prodComparison;
        fake.handlers['versions.hashes'] = async () => ({ hashes: {} });
        fake.handlers['namespaces.settings'] = async () => prodSettings;
      }, `#/games/local/${here.game_id}`);
      await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
      const version = here.versions[0]?.version_id;
      openPromote({ fromInstance: localId, fromGame: here.game_id, version, toGame: prod.game_id });
      await userEvent.click(page.getByRole('radio', { name: /^staging/ }));
      await expect.element(box('Name there')).toBeVisible();
      return core;
    },
    field: () => box('Name there'),
    button: () => page.getByRole('button', { name: /^(?:Promote|Run)/ }).last(),
    call: 'versions.checkPromote',
    typed: ({ name }: { name: string }) => name,
    becomes: { ...inCard, 'nothing at all': noNewName, 'only spaces': noNewName },
  },
];
