// The service is killed while an engine makes, starts or tells of a container, before its id is in the records: the next start
// finds that container all the same, and leaves none. `npm run soak` kills it at each of them.
import { once } from 'node:events';
import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { imageName } from '../../../../embedded-server/runtime/containers/images.ts';
import { removeOf } from '../../../../embedded-server/runtime/containers/remove.ts';
import { anyResources, startHosting } from '../../../support/hosting.ts';
import { startServeProcess } from '../../../support/serving.ts';
import { isSoak } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { sha256 } from '../../../support/upload.ts';
import { removeImage, savedImage, shellRoot, tarOfFolder } from './support/images.ts';
import { containersOf, describeWithEngine, theEngine } from './support/podman.ts';

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** The engine of this machine, which takes its time for one of its commands, and says when it has begun and ended it. */
async function slowEngine(slow: string) {
  const { name, command } = theEngine();
  const folder = await makeTempFolder('slow-engine');
  const [begun, ended] = [path.join(folder, 'begun'), path.join(folder, 'ended')];
  const real = command([]).program;
  const script = `#!/bin/sh
case " $* " in
  *" ${slow} "*) : > ${begun}; sleep 2; ${real} "$@"; code=$?; : > ${ended}; exit $code ;;
esac
exec ${real} "$@"
`;
  await writeFile(path.join(folder, name), script);
  await chmod(path.join(folder, name), 0o755);
  const begins = () => isThere(begun);
  return { env: { PATH: `${folder}:${process.env['PATH']}` }, begins, ends: () => isThere(ended) };
}

describeWithEngine('a service that is killed', () => {
  let bytes: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    const root = await shellRoot();
    await mkdir(path.join(root, 'tmp'));
    const file = await savedImage(await tarOfFolder(root), ['CMD ["/bin/sh", "-c", "sleep 600"]']);
    bytes = new Uint8Array(await readFile(file));
  });

  test.each(isSoak ? ['create', 'start', 'container inspect'] : ['create'])(
    'while the engine is at "%s"',
    async (slow) => {
      const prepared = await startHosting();
      const { build } = await prepared.deployBytes(bytes, 'docker_image');
      const { dataFolder } = prepared.server;
      await prepared.server.close();
      const { env, begins, ends } = await slowEngine(slow);

      const first = await startServeProcess({ dataFolder, env });
      onTestFinished(() => removeImage(imageName(sha256(bytes).toString('hex'))));
      const { params } = prepared;
      const request = {
        datacenter: 'local',
        tags: {},
        runtime: { build },
        network: { ports: {} },
        resources: anyResources,
      };
      const { server } = await first.client.createServer({ params, body: request });
      onTestFinished(async () => void (await removeOf(theEngine(), server.id)));
      await until(begins, 'the engine to begin');
      const gone = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await gone;

      const second = await startServeProcess({ dataFolder });
      expect(await containersOf(server.id)).toEqual([]);
      if (slow === 'create') expect(await ends(), 'it waited for what was to come').toBe(true);
      await until(ends, 'the engine to end');
      expect(await containersOf(server.id), 'and none comes later').toEqual([]);
      const { server: lost } = await second.client.getServer({ params: { ...params, server_id: server.id } });
      expect(lost).toMatchObject({ state: 'stopped', exit: { by: 'slipway' } });
    },
  );
});
