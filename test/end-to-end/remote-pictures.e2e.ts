// The logo of a game on a real remote: shown by the window, which may load nothing from there itself, and still shown while the
// remote is away.
import { bluePng } from '../support/png.ts';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { connectRemote } from './support/steps.ts';

test('the logo of a game on a remote shows, and stays while the remote is away', { tag: '@each-shell' }, async ({
  launch,
  remote,
  line,
  shell,
}) => {
  const logo = bluePng(64, 64);
  const { presigned_request: target } = await remote.client.prepareGameLogo({
    params: { game_id: remote.game.game_id },
    body: { path: 'logo.png', content_length: logo.length, mime: 'image/png' },
  });
  expect((await fetch(target.url, { method: 'PUT', body: new Uint8Array(logo) })).status).toBe(200);
  const { page } = await launch();
  const refused: string[] = [];
  page.on(
    'console',
    (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())),
  );
  await connectRemote(page, { url: line.url, token: remote.token });
  const shown = page
    .getByRole('link', { name: new RegExp(remote.game.display_name) })
    .locator('img[data-slot~="logo"]');
  const width = () => shown.evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : 0));
  await expect.poll(width).toBe(64);
  // A browser gives an image's request no word of this window's session.
  expect(await shown.getAttribute('src')).toMatch(shell === 'browser-shell' ? /^blob:/ : /^\/pictures\?/);
  line.offline();
  await expect(page.getByText(/No answer, next try/)).toBeVisible();
  await expect.poll(width).toBe(64);
  expect(refused).toEqual([]);
});
