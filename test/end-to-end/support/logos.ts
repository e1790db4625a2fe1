// The logo of a game on a real remote, which the window may load nothing from itself.
import type { Page } from 'playwright';
import { bluePng } from '../../support/png.ts';
import { expect } from './app-test.ts';
import type { Remote } from './serving.ts';
import type { ShellName } from './shell-option.ts';

const PIXELS = 64;

export async function setLogo({ client, game }: Remote): Promise<void> {
  const logo = bluePng(PIXELS, PIXELS);
  const { presigned_request: target } = await client.prepareGameLogo({
    params: { game_id: game.game_id },
    body: { path: 'logo.png', content_length: logo.length, mime: 'image/png' },
  });
  expect((await fetch(target.url, { method: 'PUT', body: new Uint8Array(logo) })).status).toBe(200);
}

/** Everything that the page was kept from loading, from now on. */
export function refusedBy(page: Page): string[] {
  const refused: string[] = [];
  page.on(
    'console',
    (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())),
  );
  return refused;
}

/** At the link to the game. */
export async function expectLogo(page: Page, { game }: Remote, shell: ShellName): Promise<void> {
  const link = page
    .getByRole('navigation', { name: 'Games' })
    .getByRole('link', { name: new RegExp(game.display_name) });
  const shown = link.locator('img[data-slot~="logo"]');
  await expect.poll(() => shown.evaluate((image) => ('naturalWidth' in image ? image.naturalWidth : 0))).toBe(PIXELS);
  // A browser gives an image's request no word of this window's session.
  expect(await shown.getAttribute('src')).toMatch(shell === 'browser-shell' ? /^blob:/ : /^\/pictures\?/);
}
