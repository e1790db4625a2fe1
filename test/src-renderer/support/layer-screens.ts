// Layers over the pages, and pages in trouble or with nothing to show, for tests that go through all screens of the window.
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  openNamespaceSettings,
  openNewNamespace,
} from '../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView } from '../../../src-shared/instances/bridge.ts';
import { type createFakeCore } from './fake-core.ts';
import { openProduction } from './open-production.ts';
import { openWindow } from './open-window.tsx';
import type { Screen } from './screens.ts';
import { board, boardHash, setBoard } from './some-board.ts';
import { lost, runningLocal, stoppedLocal } from './some-instances.ts';
import { namespace_id, serversHash, someServer } from './some-servers.ts';
import { prod } from './some-switch.ts';
import { someTransfer } from './some-transfers.ts';
import { gameHash, openGame } from './typed-places/place.ts';

type Core = ReturnType<typeof createFakeCore>;

const FAR = Date.now() + 500_000;
const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

const pair = (n: number) => ((n * 37 + 11) % 256).toString(16).padStart(2, '0').toUpperCase();
const certificate = {
  fingerprint: Array.from({ length: 32 }, (_, n) => pair(n)).join(':'),
  subject: 'eu.tidebreak.example',
  issuer: 'eu.tidebreak.example',
  names: 'eu.tidebreak.example, 10.0.0.7',
  valid_from: '1 Nov 2026',
  valid_to: '1 Nov 2027',
  self_signed: true,
};
const link: DeviceLinkView = {
  id: 'l1',
  url: 'https://eu.tidebreak.example',
  code: 'eyJhbGciOi-long-7f3a9',
  state: 'waiting',
  link: 'https://eu.tidebreak.example/link/eyJhbGciOi',
  expires_at: FAR,
};
const stopped = {
  ...stoppedLocal,
  data_folder: '/home/ada/.local/share/slipway',
  fresh_folder: '/home/ada/.local/share/slipway-2',
  problem: { code: 'DATA_FOLDER_DAMAGED', message: 'The records in /home/ada/.local/share/slipway are damaged.' },
};
const crash = { at: Date.now(), count: 2, problem: { code: 'SERVICE_STOPPED', message: 'It ended by itself.' } };

/** All of them. */
export const layerScreens: readonly Screen[] = [
  {
    name: 'connect-refused',
    open: () =>
      openConnect('Connect', (core) => {
        core.handlers['instances.add'] = async () => {
          throw new AppError('INSTANCE_UNREACHABLE', {
            text: 'No machine is called eu.tidebreak.example. Check the address.',
          });
        };
      }),
    shows: () => dialog().getByText(/No machine is called/),
  },
  {
    name: 'connect-certificate',
    open: () =>
      openConnect('Connect', (core) => {
        const sentence = 'eu.tidebreak.example signed its certificate itself.';
        core.handlers['instances.add'] = async () => ({ outcome: 'certificate', sentence, certificate });
      }),
    shows: () => page.getByRole('alertdialog'),
  },
  {
    name: 'connect-device',
    open: () =>
      openConnect('Get a code', (core) => {
        core.handlers['instances.addByDeviceLink'] = async () => {
          core.deviceLinks.set(link);
          return { outcome: 'waiting', link };
        };
      }),
    shows: () => dialog().getByRole('button', { name: 'Open the link' }),
  },
  {
    name: 'shortcuts',
    open: async () => {
      openWindow(setBoard, boardHash);
      await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
      await userEvent.keyboard('?');
    },
    shows: () => page.getByRole('dialog', { name: 'Shortcuts' }),
  },
  {
    name: 'stopped',
    open: () =>
      openWindow((core) => {
        core.log.set(
          Array.from({ length: 40 }, (_, n) => `14:32:${n + 10} asked for the records again: SQLITE_CORRUPT`),
        );
        core.instances.set(stopped);
      }),
    shows: () => page.getByRole('heading', { name: 'Local stopped' }),
  },
  {
    name: 'notices',
    open: () =>
      openGame(gameHash, (core) => {
        const notice = 'Port 7420 is taken by node (process 4711); using 7421.';
        core.instances.set({ ...runningLocal, notice, clock_skew_ms: 600_000, crash });
      }),
    shows: () => page.getByText(/was started again/),
  },
  {
    name: 'reconnecting',
    open: () => openProduction({ ...lost('Production', FAR), stale_since: FAR, fresh_at: FAR }),
    shows: () => page.getByRole('status').filter({ hasText: /Next try in/ }),
  },
  {
    name: 'token-refused',
    open: () => openProduction({ state: 'refused', problem: new AppError('API_UNAUTHORIZED').toBody() }),
    shows: () => button('Sign in again'),
  },
  {
    name: 'create-server',
    open: async () => {
      openGame(serversHash);
      await userEvent.click(page.getByRole('button', { name: 'Start a server' }).first());
    },
    shows: () => page.getByRole('dialog', { name: /Start a server/ }),
  },
  {
    name: 'servers-empty',
    open: () => openGame(serversHash, (core) => core.servers.list.remove(someServer().id)),
    shows: () => page.getByRole('heading', { name: 'No servers run here' }),
  },
  {
    name: 'builds-empty',
    open: () => openGame(`${gameHash}/builds`, (core) => core.builds.of(namespace_id).set({ builds: [], fresh_at: 1 })),
    shows: () => page.getByRole('heading', { name: 'No builds yet' }),
  },
  {
    name: 'activity-empty',
    open: () =>
      openGame(`${gameHash}/activity/calls`, (core) => {
        core.handlers['activity.page'] = async () => ({ rows: [], has_more: false });
      }),
    shows: () => page.getByRole('heading', { name: 'No matching calls' }),
  },
  {
    name: 'new-namespace',
    open: async () => {
      await openProduction({}, (core) => {
        core.handlers['namespaces.validate'] = async () => ({ errors: [{ path: ['name-id', 'invalid'] }] });
      });
      openNewNamespace('production', prod.game_id);
      await userEvent.fill(page.getByRole('textbox', { name: 'Name id' }), 'A B');
    },
    shows: () => page.getByText(/Use small letters/),
  },
  {
    name: 'namespace-settings',
    open: async () => {
      await openProduction();
      openNamespaceSettings(prod);
      await userEvent.fill(page.getByRole('textbox', { name: 'Servers to keep' }), 'many');
    },
    shows: () => page.getByText(/Type a whole number/),
  },
  {
    name: 'transfer-cancel',
    open: async () => {
      const parts = { pending: 24, sending: 6, sent: 4, verified: 46 };
      openWindow((core) => core.transfers.list.set(someTransfer({ parts })), '#/transfers');
      await userEvent.click(page.getByRole('button', { name: /^Cancel/ }).first());
    },
    shows: () => button('Keep it'),
  },
  {
    name: 'token-made',
    open: async () => {
      openGame(`${gameHash}/settings`, (core) => {
        const token = `slipway_cloud_${'4f9c27d461b84c3e'.repeat(2)}`;
        core.handlers['games.createToken'] = async () => ({ token, token_id: board.game_id });
      });
      await userEvent.click(button('Create a token'));
      await userEvent.click(button('Create token'));
    },
    shows: () => button('Copy the token'),
  },
];

async function openConnect(press: string, prepare: (core: Core) => void): Promise<void> {
  openWindow(prepare);
  await userEvent.click(button('Connect a remote'));
  await userEvent.fill(dialog().getByLabelText('URL'), 'eu.tidebreak.example');
  await userEvent.fill(dialog().getByLabelText('Token'), 'a-token');
  await userEvent.click(dialog().getByRole('button', { name: press, exact: true }));
}
