// A real service that is killed -9 at each request to the object store while an upload is finished, before the store has it or
// before its answer is heard: after the next start the upload is complete exactly once, with the bytes that were sent. `npm run soak`
// kills at each request, `npm test` at one of five.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { StorePlace } from '../../../../embedded-server/platform/object-store/object-store.ts';
import { storeMakes } from '../../../support/object-stores/stores.ts';
import { namesInStore } from '../../../support/object-stores/upload-stores.ts';
import { startServeProcess } from '../../../support/serving.ts';
import { rounds } from '../../../support/soak.ts';
import { closeAtEnd, startOnce } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile, sha256 } from '../../../support/upload.ts';

// Some twenty processes.
vi.setConfig({ testTimeout: 180_000 });

const [make] = storeMakes;
const { missing } = make;
const opened = startOnce(make.start);
const words = (place: StorePlace) => [
  '--servers',
  '0',
  '--blobs',
  `s3://${place.bucket}/${place.prefix}`,
  '--s3-endpoint',
  place.endpoint,
];

/** Passes all on, and calls at the n-th request from when it is armed, before the store has it or after it has answered. */
async function startLine(target: string) {
  let left = Infinity;
  let stop = async () => undefined as void;
  let isAfter = false;
  const { port } = new URL(target);
  const server = http.createServer((request, response) => {
    const pass = async () => {
      // What comes straight from a client is no step of the service.
      const isOurs = request.headers.authorization !== undefined;
      if (isOurs) left -= 1;
      const isStep = isOurs && left === 0;
      if (isStep && !isAfter) return await stop();
      const { method, url, headers } = request;
      const upstream = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
      request.pipe(upstream);
      const [answer] = (await once(upstream, 'response')) as [http.IncomingMessage];
      if (isStep) {
        answer.resume();
        return await stop();
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return undefined;
    };
    pass().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closeAtEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arm: (nth: number, after: boolean, run: () => Promise<void>) => {
      left = nth;
      isAfter = after;
      stop = run;
    },
    wasReached: () => left <= 0,
  };
}

describe.skipIf(missing !== undefined)(`a service${missing === undefined ? '' : ` (${missing})`}`, () => {
  it.each([
    ['before the store has it', false],
    ['before the answer of the store is heard', true],
  ])('that is killed at each request %s has the build once', async (_when, after) => {
    const direct = await opened();
    const env = { AWS_ACCESS_KEY_ID: direct.keys.id, AWS_SECRET_ACCESS_KEY: direct.keys.secret };
    for (let nth = after ? 2 : 1; ; nth += rounds(5, 1)) {
      const line = await startLine(direct.endpoint);
      const place = { ...direct, endpoint: line.url, prefix: `kills/${after}/${nth}` };
      const dataFolder = await makeTempFolder('killed');
      const first = await startServeProcess({ dataFolder, env, words: words(place) });
      const { game_id, namespaces } = await first.createGame();
      const params = { game_id, environment_id: namespaces[0]?.namespace_id ?? '' };
      const file = randomFile(100_000);
      const image = { path: 'server.tar', content_length: file.length };
      const body = { name: 'v1', image_tag: 'v:1', image_file: image, kind: 'archive' } as const;
      const { build: build_id, image_presigned_request: where } = await first.client.prepareBuild({ params, body });
      const ended = once(first.child, 'exit');
      line.arm(nth, after, async () => {
        first.child.kill('SIGKILL');
        await ended;
      });
      expect((await fetch(where?.url ?? '', { method: 'PUT', body: file })).status).toBe(200);
      const isComplete = async (client: typeof first.client) =>
        (await client.getBuild({ params: { ...params, build_id } })).build.state === 'complete';
      await until(async () => line.wasReached() || (await isComplete(first.client).catch(() => false)));
      if (!line.wasReached()) {
        expect(nth).toBeGreaterThan(4);
        return;
      }
      await ended;
      const second = await startServeProcess({ dataFolder, env, words: words(place) });
      await until(() => isComplete(second.client), `the build after a kill at request ${nth}`);
      const { build } = await second.client.getBuild({ params: { ...params, build_id } });
      expect(build.sha256).toBe(sha256(file).toString('hex'));
      const { game } = await second.client.getGame({ params: { game_id } });
      expect(game.versions.map(({ display_name: name }) => name)).toEqual(['0.0.1', 'v1']);
      expect(await namesInStore(place)).toEqual({ objects: [`builds/${build.upload_id}`], uploads: [] });
      second.child.kill('SIGTERM');
      await once(second.child, 'exit');
    }
  });
});
