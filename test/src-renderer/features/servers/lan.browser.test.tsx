// Playing with others on this network: off by default, asked before, with the address, its QR code and what a firewall may block.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ServerLan } from '../../../../src-shared/service/server-inspection.ts';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { serversHash, someDetail, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1440, 900));

type Core = ReturnType<typeof createFakeCore>;

const server = someServer();
const addresses = ['192.168.178.23', '10.8.0.2'];
const share = { address: '192.168.178.23', ports: { game: 21_004 } };

function tell(core: Core, lan: ServerLan): void {
  const detail = someDetail(server);
  if (detail.inspection !== null) core.servers.detail.set({ ...detail, inspection: { ...detail.inspection, lan } });
}

function open(lan: ServerLan, prepare: (core: Core) => void = () => undefined): Core {
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(server);
    core.handlers['servers.share'] = async () => undefined;
    core.handlers['servers.testShare'] = async ({ ports }) => ports.map((port) => ({ ...port, isOpen: true }));
    tell(core, lan);
    prepare(core);
  }, `${serversHash}/${server.id}`);
}

const toggle = () => page.getByRole('switch', { name: 'Play with others on this network' });
const inputs = (core: Core, wanted: string) =>
  core.called.filter(({ name }) => name === wanted).map(({ input }) => input);

test('it is off, asks first and at which address, and can be left as it is', async () => {
  const core = open({ addresses });
  await expect.element(toggle()).toHaveAttribute('aria-checked', 'false');
  await userEvent.click(toggle());
  const dialog = page.getByRole('dialog', { name: 'Open this server to your network?' });
  await expect.element(dialog.getByText(/Slipway itself stays closed to them/)).toBeVisible();
  await expectAccessible('[role="dialog"]');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs(core, 'servers.share')).toEqual([]);
  await userEvent.click(toggle());
  await userEvent.click(dialog.getByRole('combobox', { name: 'Address of this machine' }));
  await userEvent.click(page.getByRole('option', { name: '10.8.0.2' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Open to the network' }));
  await expect.poll(() => inputs(core, 'servers.share')).toMatchObject([{ server_id: server.id, address: '10.8.0.2' }]);
});

test('a shared server shows its address to copy and to scan, what a firewall may block, and tests it', async () => {
  const core = open({ addresses, share });
  await expect.element(toggle()).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByText('192.168.178.23:21004', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the address 192.168.178.23:21004' })).toBeVisible();
  const code = page.getByRole('img', { name: 'QR code of 192.168.178.23:21004' });
  await expect.poll(() => code.element().querySelector('path')?.getAttribute('d')?.length ?? 0).toBeGreaterThan(1000);
  await expect.element(page.getByText(/This machine reaches it there/)).toBeVisible();
  await expect.element(page.getByText(/With ufw: sudo ufw allow 21004\/udp/)).toBeVisible();
  expect(inputs(core, 'servers.testShare')).toEqual([
    { address: '192.168.178.23', ports: [{ name: 'game', protocol: 'udp', port: 21_004 }] },
  ]);
  await expectAccessible('[data-slot~="pane"]');
  await userEvent.click(toggle());
  await expect.poll(() => inputs(core, 'servers.share').length).toBe(1);
  expect(inputs(core, 'servers.share')[0]).not.toHaveProperty('address');
  tell(core, { addresses });
  await expect.element(page.getByText('192.168.178.23:21004', { exact: true })).not.toBeInTheDocument();
});

test('one that does not answer there says so, and can be tried again', async () => {
  let isOpen = false;
  open({ addresses, share }, (core) => {
    core.handlers['servers.testShare'] = async ({ ports }) => ports.map((port) => ({ ...port, isOpen }));
  });
  await expect.element(page.getByText(/game does not answer there/)).toBeVisible();
  isOpen = true;
  await userEvent.click(page.getByRole('button', { name: 'Test again' }));
  await expect.element(page.getByText(/This machine reaches it there/)).toBeVisible();
});

test('what was refused is said, and the switch goes back', async () => {
  open({ addresses: ['192.168.178.23'] }, (core) => {
    core.handlers['servers.share'] = async () => {
      throw new Error('refused');
    };
  });
  await userEvent.click(toggle());
  await userEvent.click(page.getByRole('button', { name: 'Open to the network' }));
  await expect.element(page.getByText('The server could not be opened to the network').first()).toBeVisible();
  await expect.element(toggle()).toHaveAttribute('aria-checked', 'false');
});

test('an address that the machine lost is said, a machine without a network has no switch, and a remote has nothing of it', async () => {
  const core = open({ addresses: ['10.8.0.2'], share });
  await expect.element(page.getByText(/no longer has the address 192\.168\.178\.23/)).toBeVisible();
  tell(core, { addresses: [] });
  await expect
    .element(page.getByText('This machine is in no private network now. Connect it to one, by Wi-Fi or cable.'))
    .toBeVisible();
  await expect.element(toggle()).not.toBeInTheDocument();
  core.instances.set({ ...runningLocal, kind: 'remote', url: 'https://eu.example', in_the_clear: false });
  await expect
    .element(page.getByText('This machine is in no private network now. Connect it to one, by Wi-Fi or cable.'))
    .not.toBeInTheDocument();
});
