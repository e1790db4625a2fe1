// Where people type about games: their names, their tokens, and new ones.
import { page, userEvent } from 'vitest/browser';
import { setCreating, setPinning } from '../../../../src-renderer/features/games/games-actions.ts';
import { openNewNamespace } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { openWindow } from '../open-window.tsx';
import { tidebreak } from '../some-servers.ts';
import { asId, asName, asNameId } from './becomes.ts';
import { gives, says } from './kinds.ts';
import { box, button, gameHash, type Kinds, openGame, type Place } from './place.ts';
import { remote } from './remotes.ts';

const namespaceLetters = says('Use small letters, digits and single hyphens between them, such as play-test.');

/** Places about games and their settings. */
export const gamePlaces: readonly Place<Kinds>[] = [
  {
    name: 'the name of a new game',
    open: () => {
      const core = openWindow();
      setCreating(true);
      return core;
    },
    field: () => box('Name'),
    button: () => button('Create game'),
    call: 'games.create',
    typed: ({ display_name: name }: { display_name: string }) => name,
    becomes: asName,
  },
  {
    name: 'the id of a game that is followed',
    open: () => {
      const core = openWindow((fake) => fake.instances.set(remote));
      setPinning(true);
      return core;
    },
    field: () => box('Game id'),
    button: () => button('Add game'),
    call: 'games.pin',
    typed: ({ game_id: id }: { game_id: string }) => id,
    becomes: asId,
  },
  {
    name: 'the name of a game',
    open: () => openGame(`${gameHash}/settings`),
    field: () => box('Name'),
    button: () => button('Save names'),
    call: 'games.rename',
    typed: ({ display_name: name }: { display_name: string }) => name,
    becomes: asName,
  },
  {
    name: 'the name id of a game',
    open: () => openGame(`${gameHash}/settings`),
    field: () => box('Name id'),
    button: () => button('Save names'),
    call: 'games.rename',
    typed: ({ name_id: id }: { name_id: string }) => id,
    becomes: asNameId,
  },
  {
    name: 'the name of a token',
    open: async () => {
      const core = openGame(`${gameHash}/settings`);
      await userEvent.click(button('Create a token'));
      return core;
    },
    field: () => page.getByRole('dialog').getByRole('textbox', { name: 'Name' }),
    button: () => button('Create token'),
    call: 'games.createToken',
    typed: ({ name }: { name: string }) => name,
    becomes: { ...asName, 'nothing at all': gives(''), 'only spaces': gives(''), 'spaces around it': gives('reef') },
  },
  {
    name: 'a device link',
    open: () => openGame(`${gameHash}/settings`),
    field: () => box('Device link'),
    button: () => button('Link the device'),
    call: 'games.completeDeviceLink',
    typed: ({ device_link_token: token }: { device_link_token: string }) => token,
    becomes: (() => {
      const none = says(
        'This is not a device link. A device link is a long text with two dots, or an address that contains one.',
      );
      const nothing = says('Paste the link that the tool shows.');
      return {
        'nothing at all': nothing,
        'only spaces': nothing,
        'spaces around it': none,
        'far too much': none,
        emoji: none,
        'right to left': none,
        'a mark that turns the direction': none,
        'a control character': none,
        'two lines': none,
      };
    })(),
  },
  {
    name: 'the name of a new namespace',
    open: async () => {
      const core = openGame(gameHash);
      openNewNamespace('local', tidebreak.game_id);
      await userEvent.fill(box('Name id'), 'reef');
      return core;
    },
    field: () => box('Name'),
    button: () => button('Create namespace'),
    call: 'namespaces.create',
    typed: ({ display_name: name }: { display_name: string }) => name,
    becomes: asName,
  },
  {
    name: 'the name id of a new namespace',
    open: async () => {
      const core = openGame(gameHash);
      openNewNamespace('local', tidebreak.game_id);
      await userEvent.fill(box('Name'), 'Reef');
      return core;
    },
    field: () => box('Name id'),
    button: () => button('Create namespace'),
    call: 'namespaces.create',
    typed: ({ name_id: id }: { name_id: string }) => id,
    becomes: {
      ...asNameId,
      'only spaces': namespaceLetters,
      'spaces around it': namespaceLetters,
      'right to left': namespaceLetters,
      'two lines': namespaceLetters,
    },
  },
];
