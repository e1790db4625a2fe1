// Servers that are followed where an instance does not list them: what a person pastes is an id, or an address that has it.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';
import { serversHash, tidebreak } from '../../support/some-servers.ts';

test('follows a server by an address that has its id, and none of another namespace', async () => {
  const core = openWindow((fake) => {
    fake.game(tidebreak.game_id).set({ game: tidebreak });
    fake.servers.state.set({ problem: { code: 'NOT_OFFERED', message: 'This instance does not list its servers.' } });
    fake.handlers['servers.pin'] = async () => undefined;
  }, serversHash);
  await expect.element(page.getByText('This instance does not list its servers.')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Id or address of a server' });
  const follow = page.getByRole('button', { name: 'Follow this server' });
  const id = '7c1e04b2-0000-4000-8000-000000000002';
  const at = (namespace: string) =>
    `https://eu.example/games/${tidebreak.game_id}/environments/${namespace}/servers/${id}?x=1`;
  await userEvent.fill(field, at('7c1e04b2-0000-4000-8000-00000000ffff'));
  await userEvent.click(follow);
  await expect
    .element(page.getByText('This server is in another namespace. Open that one, and paste it there.'))
    .toBeVisible();
  expect(core.called.some(({ name }) => name === 'servers.pin')).toBe(false);
  const [prod] = tidebreak.namespaces;
  await userEvent.fill(field, at(prod?.namespace_id ?? ''));
  await userEvent.click(follow);
  await expect
    .poll(() => core.called.find(({ name }) => name === 'servers.pin')?.input)
    .toMatchObject({ server_id: id });
});
