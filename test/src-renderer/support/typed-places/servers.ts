// Where people type about servers and builds.
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setClientDialog } from '../../../../src-renderer/features/servers/clients/clients-actions.ts';
import { setCreatingServer } from '../../../../src-renderer/features/servers/servers-actions.ts';
import type { CreateServerBody } from '../../../../src-shared/service/servers.ts';
import { serversHash, someServer } from '../some-servers.ts';
import { gives, notForPrograms, says, tooLong, unseen } from './kinds.ts';
import { box, button, type Kinds, openGame, type Place } from './place.ts';

/** The form for a new server, with a build chosen. */
export const openCreateServer = async () => {
  const core = openGame(serversHash);
  setCreatingServer(true);
  await expect.element(page.getByRole('combobox', { name: 'Build' })).toHaveTextContent('v0.3.0');
  return core;
};
/** What sends it. */
export const startServer = () => button('Start server');
/** What was sent of it. */
export const bodyOf = ({ body }: { body: CreateServerBody }) => body;

/** Places about servers and builds. */
export const serverPlaces: readonly Place<Kinds>[] = [
  {
    name: 'the arguments of a new server',
    open: openCreateServer,
    field: () => box('Arguments'),
    button: startServer,
    call: 'servers.create',
    typed: (input: never) => bodyOf(input).runtime.arguments,
    becomes: {
      'nothing at all': gives(undefined),
      'only spaces': gives(undefined),
      'spaces around it': gives(['reef']),
      'far too much': says('Argument 1 is too long: up to 1,024 bytes fit. Make it shorter.'),
      emoji: gives(['🌊👩‍👩‍👧']),
      'right to left': gives(['שונית']),
      'a mark that turns the direction': gives(['reef\u202efeer']),
      'a control character': notForPrograms,
      'two lines': gives(['reef', 'break']),
    },
  },
  ...(['Environment', 'Tags'] as const).map((label): Place<Kinds> => {
    const lacks = (line: string) => says(`"${line}" has no name or no "=". Write NAME=value, one per line.`);
    return {
      name: `the ${label.toLowerCase()} of a new server`,
      open: openCreateServer,
      field: () => box(label),
      button: startServer,
      call: 'servers.create',
      typed: (input: never) => (label === 'Tags' ? bodyOf(input).tags : bodyOf(input).runtime.environment),
      becomes: {
        'nothing at all': gives(label === 'Tags' ? {} : undefined),
        'only spaces': gives(label === 'Tags' ? {} : undefined),
        'spaces around it': lacks('reef'),
        'far too much': lacks(`${'é'.repeat(24)}…`),
        emoji: lacks('🌊👩‍👩‍👧'),
        'right to left': lacks('שונית'),
        'a mark that turns the direction': lacks('reef\u202efeer'),
        'a control character': notForPrograms,
        'two lines': lacks('break'),
      },
    };
  }),
  {
    name: 'the name of a port of a new server',
    open: async () => {
      const core = await openCreateServer();
      await userEvent.click(button('Add a port'));
      return core;
    },
    field: () => box('Name of port 1'),
    button: startServer,
    call: 'servers.create',
    typed: (input: never) => Object.keys(bodyOf(input).network.ports)[0],
    becomes: {
      'nothing at all': says('Each port needs a name, such as "game".'),
      'only spaces': says('Each port needs a name, such as "game".'),
      'spaces around it': gives('reef'),
      'far too much': says(`${'é'.repeat(24)}… is too long: up to 16 bytes fit. Make it shorter.`),
      emoji: says('🌊👩‍👩‍👧 is too long: up to 16 bytes fit. Make it shorter.'),
      'right to left': gives('שונית'),
      'a mark that turns the direction': unseen,
      'a control character': unseen,
      'two lines': gives('reef break'),
    },
  },
  {
    name: 'how clients are opened',
    open: () => {
      const core = openGame(`${serversHash}/${someServer().id}`);
      setClientDialog('command');
      return core;
    },
    field: () => box('Command or address'),
    button: () => button('Save and open a client'),
    call: 'servers.setClientCommand',
    typed: ({ command }: { command: string }) => command,
    becomes: {
      'nothing at all': says('Type a program with its arguments, or a web address.'),
      'only spaces': says('Type a program with its arguments, or a web address.'),
      'spaces around it': gives('  reef  '),
      'far too much': tooLong('4,096'),
      emoji: gives('🌊👩‍👩‍👧'),
      'right to left': gives('שונית'),
      'a mark that turns the direction': gives('reef\u202efeer'),
      'a control character': unseen,
      'two lines': gives('reef break'),
    },
  },
];
