// Where people type numbers.

import { userEvent } from 'vitest/browser';
import { openNamespaceSettings } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { NO_PLAYER_LIMIT } from '../../../../src-shared/service/namespaces.ts';
import type { CreateServerBody } from '../../../../src-shared/service/servers.ts';
import { openProduction } from '../open-production.ts';
import { openWindow } from '../open-window.tsx';
import { prod } from '../some-switch.ts';
import { gives, type numberKinds, says, type Verdict } from './kinds.ts';
import { box, button, type Place } from './place.ts';
import { bodyOf, openCreateServer, startServer } from './servers.ts';

type Kinds = Readonly<Record<keyof typeof numberKinds, Verdict>>;

/** Everything but a plain number is answered with `sentence`. */
const plainOnly = (sentence: string, number: unknown): Kinds => ({
  'nothing at all': says(sentence),
  'only spaces': says(sentence),
  'a negative number': says(sentence),
  'a fraction': says(sentence),
  'more than 32 bits hold': says(sentence),
  'a word': says(sentence),
  'a number of programmers': says(sentence),
  'digits of another script': says(sentence),
  emoji: says(sentence),
  'spaces around it': gives(number),
  'far too much': says(sentence),
  'two lines': says(sentence),
});

const asAmount: Kinds = {
  ...plainOnly('Type a whole number from 1 to 4,294,967,295.', 5_000),
  'nothing at all': gives(undefined),
  'only spaces': gives(undefined),
};
const asSeconds: Kinds = {
  ...plainOnly('Type seconds, less than two hours: up to 7199.', 5_000_000),
  'nothing at all': gives(undefined),
  'only spaces': gives(undefined),
  'a fraction': gives(1_500),
};
const noPort = says('Type a port.');
const wrongPort = says('Use a port from 1024 to 65515. Lower ones belong to the system.');
const asPort: Kinds = {
  ...plainOnly('A port is a whole number, such as 7420.', 5_000),
  'nothing at all': noPort,
  'only spaces': noPort,
  'more than 32 bits hold': wrongPort,
};

type Figure = { label: string; typed: (body: CreateServerBody) => unknown; becomes: Kinds };
const figures: readonly Figure[] = [
  { label: 'CPU, millicores', typed: ({ resources }) => resources?.cpu, becomes: asAmount },
  { label: 'Memory, MB', typed: ({ resources }) => resources?.memory, becomes: asAmount },
  { label: 'Shutdown timeout, seconds', typed: ({ lifecycle }) => lifecycle?.kill_timeout, becomes: asSeconds },
];

const figureOfNamespace = (
  label: string,
  typed: (input: never) => unknown,
  call: Place<Kinds>['call'],
): Place<Kinds> => ({
  name: `${label} of a namespace`,
  open: async () => {
    const core = await openProduction({ protected_namespaces: [] });
    openNamespaceSettings(prod);
    return core;
  },
  field: () => box(label),
  button: () => button('Save settings'),
  call,
  typed,
  becomes: plainOnly('Type a whole number from 0 to 4,294,967,295.', 5_000),
});

/** All of them. */
export const numberPlaces: readonly Place<Kinds>[] = [
  {
    name: 'the port of Local',
    open: () => openWindow(undefined, '#/settings'),
    field: () => box('Service port'),
    button: () => button('Set port'),
    call: 'settings.set',
    typed: ({ service_port: port }: { service_port: number }) => port,
    becomes: asPort,
  },
  ...figures.map(
    ({ label, typed, becomes }): Place<Kinds> => ({
      name: `${label} of a new server`,
      open: openCreateServer,
      field: () => box(label),
      button: startServer,
      call: 'servers.create',
      typed: (input: never) => typed(bodyOf(input)),
      becomes,
    }),
  ),
  {
    name: 'the number of a port of a new server',
    open: async () => {
      const core = await openCreateServer();
      await userEvent.click(button('Add a port'));
      return core;
    },
    field: () => box('Internal number of port 1'),
    button: startServer,
    call: 'servers.create',
    typed: (input: never) => bodyOf(input).network.ports['game']?.internal_port,
    becomes: {
      ...plainOnly('The internal number of port game is a whole number from 1 to 65535, or empty for any.', 5_000),
      'nothing at all': gives(undefined),
      'only spaces': gives(undefined),
    },
  },
  figureOfNamespace(
    'Maximum lobbies',
    ({ limits }: { limits: { lobby_count_max: number } }) => limits.lobby_count_max,
    'namespaces.setLimits',
  ),
  {
    ...figureOfNamespace(
      'Players per lobby',
      ({ limits }: { limits: { max_players: number } }) => limits.max_players,
      'namespaces.setLimits',
    ),
    becomes: {
      ...plainOnly('Type a whole number from 0 to 4,294,967,295.', 5_000),
      'nothing at all': gives(NO_PLAYER_LIMIT),
      'only spaces': gives(NO_PLAYER_LIMIT),
    },
  },
  figureOfNamespace(
    'Servers to keep',
    ({ hosting }: { hosting: { server_count: number } }) => hosting.server_count,
    'namespaces.setHosting',
  ),
  {
    ...figureOfNamespace(
      'Wait for matches at most, seconds',
      ({ hosting }: { hosting: { drain_limit: number } }) => hosting.drain_limit,
      'namespaces.setHosting',
    ),
    becomes: { ...plainOnly('Type seconds, from 0 to 4,294,967.', 5_000_000), 'a fraction': gives(1_500) },
  },
];
