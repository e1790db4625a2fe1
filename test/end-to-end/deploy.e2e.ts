// A deploy over the interface alone, seen live in the window: the version appears when the build's last byte is in.
import { randomBytes } from 'node:crypto';
import { expect, test } from './support/app-test.ts';
import { createGame, openLocalGame } from './support/steps.ts';

const BYTES = 20 * 1_048_576;

type Prepared = { image_presigned_requests: { url: string; byte_offset: number; content_length: number }[] };

test('shows a pushed build as a version, and the namespace that runs it', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const { api, read, place, game_id, prod } = await openLocalGame(home);
  const prepared = (await api('POST', `${place}/builds/prepare`, {
    name: 'v0.5.0',
    image_tag: 'server:1',
    kind: 'archive',
    multipart_upload: true,
    image_file: { path: 'server.tar', content_length: BYTES },
  })) as Prepared;
  const file = new Uint8Array(randomBytes(BYTES));
  for (const part of prepared.image_presigned_requests) {
    const body = file.subarray(part.byte_offset, part.byte_offset + part.content_length);
    expect((await fetch(part.url, { method: 'PUT', body })).status).toBe(200);
  }
  await expect(page.getByText('v0.5.0').first()).toBeVisible();

  const version = (await read()).versions.find((each: { display_name: string }) => each.display_name === 'v0.5.0');
  await api('PUT', `/cloud/games/${game_id}/namespaces/${prod.namespace_id}/version`, {
    version_id: version.version_id,
  });
  await expect(page.getByRole('article', { name: 'Namespace prod' }).getByText('v0.5.0').first()).toBeVisible();
});
