// The page of builds as axe sees it, in both themes.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { buildId, someBuild, someDifference, someFile, someReport } from '../../support/some-builds.ts';
import { namespace_id, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const version_id = tidebreak.versions[0]?.version_id ?? '';

function open(buildToOpen?: number): void {
  const hash = `#/games/local/${tidebreak.game_id}/builds`;
  openWindow(
    (core) => {
      core.game(tidebreak.game_id).set({ game: tidebreak });
      const builds = [
        someBuild(1, { version_id, tags: { stage: 'qa' } }),
        someBuild(2, { state: 'uploading', sha256: undefined }),
        someBuild(3),
      ];
      core.builds.of(namespace_id).set({ builds, fresh_at: 1, stale_since: 2 });
      core.handlers['builds.uses'] = async () => ({
        versions: [{ version_id, display_name: '0.0.1' }],
        namespaces: [],
        servers: [{ server_id: 's', namespace_id }],
      });
      core.handlers['builds.examine'] = async () => ({ report: someReport });
      core.handlers['builds.files'] = async () => ({
        files: [someFile('maps/reef.map', 4)],
        found: 1,
        total: 1,
        total_bytes: 4,
      });
      core.handlers['builds.compare'] = async () => someDifference;
    },
    buildToOpen === undefined ? hash : `${hash}/${buildId(buildToOpen)}`,
  );
}

test('the table of builds, with one that is not all there', async () => {
  open();
  await expect.element(page.getByRole('row', { name: /v0\.2\.0 Incomplete/ })).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});

test('a build with its report, its files and how it differs', async () => {
  open(3);
  await expect.element(page.getByText(/run\.sh has Windows line ends/)).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
  await userEvent.click(page.getByRole('radio', { name: 'Files' }));
  await expect.element(page.getByTitle('maps/reef.map')).toBeVisible();
  await expectAccessible('[data-slot~="pane"]');
  await userEvent.click(page.getByRole('radio', { name: 'Compare' }));
  await expect.element(page.getByText('old.txt')).toBeVisible();
  await expectAccessible('[data-slot~="pane"]');
});

test('the dialogs that delete a build and make a version of it', async () => {
  open(3);
  await expect.element(page.getByText('1 server runs it now.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }));
  await expect.element(page.getByRole('textbox', { name: /to confirm/ })).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'New version' }));
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
});
