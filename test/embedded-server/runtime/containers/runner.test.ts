// The suite of all runners, for containers of a real engine.
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createEngineFinder } from '../../../../embedded-server/runtime/containers/engine.ts';
import { createContainerRunner } from '../../../../embedded-server/runtime/containers/runner.ts';
import type { ContainerPlan } from '../../../../embedded-server/runtime/runner/runner.ts';
import { freePort } from '../../../support/free-port.ts';
import { isSoak } from '../../../support/soak.ts';
import { describeRunner } from '../hosting/runner-suite.ts';
import { countMarked, type ProgramName, planFor } from '../processes/support/sample-programs.ts';
import { importImage, nodeRootTar, removeImage } from './support/images.ts';
import { describeWithEngine, withContainers } from './support/podman.ts';

// An engine takes seconds for each of its commands on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const IMAGE = `localhost/node-of-a-test-${process.pid}:latest`;

describeWithEngine('with a real engine', () => {
  const problems: unknown[] = [];
  const servers: string[] = [];
  const thread = new URL('../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
  const runner = createContainerRunner({
    engines: createEngineFinder(),
    thread,
    onProblem: (thrown: unknown) => problems.push(thrown),
  });
  const plan = async (program: ProgramName, port?: number): Promise<Omit<ContainerPlan, 'onOutput'>> => {
    const { server_id, environment, folder, limits } = await planFor(program, port);
    servers.push(server_id);
    const image = { name: IMAGE, ports: [], volumes: [], program: '/usr/local/bin/node', user: '', isElsewhere: false };
    return { server_id, environment, folder, limits, image, publish: [], kept: [], arguments: ['/slipway/server.cjs'] };
  };

  beforeAll(async () => {
    await importImage(await nodeRootTar(), IMAGE, ['ENTRYPOINT ["/usr/local/bin/node"]']);
  });
  afterAll(async () => {
    expect(await withContainers(servers)).toEqual([]);
    await runner.close();
    await removeImage(IMAGE);
    expect(problems).toEqual([]);
  });

  describeRunner('containers', { runner: () => runner, plan, freePort, count: countMarked }, isSoak);
});
