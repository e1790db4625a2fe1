// What comes at the address of a kept folder that went away.
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownerAlone } from '../../../../embedded-server/platform/access/given-access.ts';
import { createKeptDownloads } from '../../../../embedded-server/service/kept/downloads.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

test('an archive whose folder is deleted is cut off rather than ended', async () => {
  const root = await makeTempFolder('kept');
  await mkdir(path.join(root, 'world'));
  const downloads = createKeptDownloads(ownerAlone);
  const server = createServer((request, response) => {
    downloads.route.run(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await downloads.close();
  });
  const { port } = server.address() as AddressInfo;
  const fetchOne = async (name: string) => {
    const folder = { root: async () => root, path: name, isFolder: true, file_name: `${name}.tar.gz` };
    const answer = await fetch(`http://127.0.0.1:${port}${downloads.offer(folder, undefined)}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  expect(await fetchOne('world')).toBeGreaterThan(0);
  await expect(fetchOne('deleted')).rejects.toThrow();
});
