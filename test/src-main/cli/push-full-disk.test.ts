// `slipway push` to a real `slipway serve` whose disk is too small for the build: said before a byte is sent, and mended by room.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { messageFor } from '../../../src-shared/text/message.ts';
import { runCommand } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { leftInEnglish } from '../../support/in-german.ts';
import { lastJson } from '../../support/last-json.ts';
import { serveOnMount, there } from '../../support/serve-on-mount.ts';
import { caller, createGame } from '../../support/service.ts';
import { canMount } from '../../support/small-disk.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { randomProgram } from '../../support/upload.ts';

const MIB = 1_048_576;
const mounted = 'mount -t tmpfs -o size=56m slipway-test "$0" && exec "$@"';

it.runIf(canMount)(
  'a build that the disk of the remote has no room for is refused with the figures before anything is sent',
  async () => {
    const disk = await makeTempFolder('disk');
    const { child, url, token } = await serveOnMount(disk, mounted, path.join(disk, 'data'));
    const game = await createGame(caller({ url, token }));
    const proxy = await startFaultProxy(url);
    const folder = await makeTempFolder('build');
    await writeFile(path.join(folder, 'server.bin'), randomProgram(30 * MIB));
    const args = ['push', folder, '--url', proxy.url, '--game', game, '--json'];
    const options = { home: await makeTempFolder('home'), env: { SLIPWAY_TOKEN: token } };
    const refused = await runCommand(args, options);
    const sentence =
      /^This takes 31\.5 MB, and the disk of this service has \d+\.\d MB left for uploads\. Nothing was sent\. Remove builds there/;
    expect(refused.code).toBe(1);
    const { state, bytes_sent: sent, problem } = lastJson(refused.stdout);
    expect({ state, sent, code: problem.code }).toEqual({ state: 'failed', sent: 0, code: 'STORAGE_FULL' });
    expect(problem.message).toMatch(sentence);
    expect(leftInEnglish(messageFor('upload.no-room', { needed: '31.5 MB', free: '1 MB' }))).toEqual([]);
    expect(refused.stderr).toContain(problem.message);
    expect(proxy.requests.filter(({ method }) => method === 'PUT')).toEqual([]);

    await there(child, 'mount', '-o', 'remount,size=160m', disk);
    const again = await runCommand(args, options);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(lastJson(again.stdout)).toMatchObject({ state: 'done' });
  },
);
