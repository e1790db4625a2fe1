// Where people type about remotes: their addresses, tokens and names.
import { page, userEvent } from 'vitest/browser';
import { openInstanceDialog } from '../../../../src-renderer/features/instances/instances-actions.ts';
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import { openWindow } from '../open-window.tsx';
import { stagingEu } from '../some-instances.ts';
import { serversHash } from '../some-servers.ts';
import { asId, asName, asToken, noName, nothing } from './becomes.ts';
import { gives, off, says, tooLong, unseen } from './kinds.ts';
import { box, button, type Kinds, openGame, type Place } from './place.ts';

export const remote: InstanceView = {
  ...stagingEu,
  latency_ms: 21,
  why_not: { list_games: 'It does not list its games.' },
};

/** Places about remotes. */
export const remotePlaces: readonly Place<Kinds>[] = [
  {
    name: 'the file of certificates that remotes are trusted by',
    open: () => openWindow(undefined, '#/settings'),
    field: () => box('File of certificates'),
    button: () => button('Trust file'),
    call: 'settings.set',
    typed: ({ ca_file: file }: { ca_file: string }) => file,
    becomes: {
      'nothing at all': off('Type the path of a file first'),
      'only spaces': off('Type the path of a file first'),
      'spaces around it': gives('reef'),
      'far too much': tooLong('4,096'),
      emoji: gives('🌊👩‍👩‍👧'),
      'right to left': gives('שונית'),
      'a mark that turns the direction': gives('reef\u202efeer'),
      'a control character': unseen,
      'two lines': gives('reef break'),
    },
  },
  {
    name: 'the address of a remote',
    open: async () => {
      const core = openWindow();
      await userEvent.fill(page.getByLabelText('Token'), 'a-token');
      return core;
    },
    field: () => page.getByLabelText('URL'),
    button: () => button('Connect'),
    call: 'instances.add',
    typed: ({ url }: { url: string }) => url,
    becomes: {
      'nothing at all': off('Type the URL and paste a token first'),
      'only spaces': says('Type the address of the remote, like https://games.example.'),
      'spaces around it': gives('  reef  '),
      'far too much': tooLong('2,048'),
      emoji: gives('🌊👩‍👩‍👧'),
      'right to left': gives('שונית'),
      'a mark that turns the direction': unseen,
      'a control character': unseen,
      'two lines': gives('reef break'),
    },
  },
  {
    name: 'the name of a remote that is connected',
    open: async () => {
      const core = openWindow();
      await userEvent.fill(page.getByLabelText('URL'), 'eu.example');
      await userEvent.fill(page.getByLabelText('Token'), 'a-token');
      return core;
    },
    field: () => page.getByLabelText('Name (optional)'),
    button: () => button('Connect'),
    call: 'instances.add',
    typed: ({ name }: { name?: string }) => name,
    becomes: {
      ...asName,
      'nothing at all': gives(undefined),
      'only spaces': gives(undefined),
      'spaces around it': gives('reef'),
      'far too much': tooLong('128'),
    },
  },
  {
    name: 'the token of a remote',
    open: async () => {
      const core = openWindow();
      await userEvent.fill(page.getByLabelText('URL'), 'eu.example');
      return core;
    },
    field: () => page.getByLabelText('Token'),
    button: () => button('Connect'),
    call: 'instances.add',
    typed: ({ token }: { token: string }) => token,
    becomes: { ...asToken, 'nothing at all': off('Type the URL and paste a token first') },
  },
  {
    name: 'the name of a remote',
    open: () => {
      const core = openWindow((fake) => fake.instances.set(remote));
      openInstanceDialog('rename', 'eu');
      return core;
    },
    field: () => box('Name'),
    button: () => button('Rename'),
    call: 'instances.rename',
    typed: ({ name }: { name: string }) => name,
    becomes: { ...asName, 'only spaces': noName, 'spaces around it': gives('reef'), 'far too much': tooLong('128') },
  },
  {
    name: 'another token for a remote',
    open: () => {
      const core = openWindow((fake) => fake.instances.set(remote));
      openInstanceDialog('sign-in', 'eu');
      return core;
    },
    field: () => page.getByRole('dialog').getByLabelText('Token'),
    button: () => button('Sign in'),
    call: 'instances.setToken',
    typed: ({ token }: { token: string }) => token,
    becomes: asToken,
  },
  {
    name: 'the token for a remote that a link brought',
    open: () =>
      openWindow((fake) =>
        fake.requests.set({
          id: 'q1',
          kind: 'add_remote',
          title: 'Add the remote games.example?',
          has_token: false,
          sentence: 'A link asks Slipway to add games.example.',
          url: 'https://games.example',
          name: 'Team',
        }),
      ),
    field: () => page.getByRole('dialog').getByLabelText('Token'),
    button: () => button('Add remote'),
    call: 'desktop.answer',
    typed: ({ token }: { token: string }) => token,
    becomes: { ...asToken, 'nothing at all': gives(undefined), 'only spaces': nothing },
  },
  {
    name: 'the id of a server that is followed',
    open: () =>
      openGame(serversHash, (fake) =>
        fake.servers.state.set({ problem: { code: 'NOT_OFFERED', message: 'It does not list its servers.' } }),
      ),
    field: () => box('Id or address of a server'),
    button: () => button('Follow this server'),
    call: 'servers.pin',
    typed: ({ server_id: id }: { server_id: string }) => id,
    becomes: {
      ...asId,
      'nothing at all': says('Paste the id or the address of a server.'),
      'only spaces': says('Paste the id or the address of a server.'),
    },
  },
];
