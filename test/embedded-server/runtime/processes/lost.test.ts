// What happens to servers when something of ours is lost: the app, the thread that looks, or who takes their output.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createProcessRunner } from '../../../../embedded-server/runtime/processes/runner.ts';
import { until } from '../../../support/until.ts';
import { openRunner } from './support/open-runner.ts';
import { countMarked, planFor } from './support/sample-programs.ts';

const nextLife = openRunner();
const leftover = z.object({ server_id: z.string(), pid: z.number(), identity: z.string().min(1) });

test('the next life of a killed app finds the servers that it left, and ends them with all they started', async () => {
  const app = fork(new URL('support/lost-app.ts', import.meta.url));
  const plan = await planFor('leaves-a-stubborn-grandchild');
  app.send(plan);
  const [message]: unknown[] = await once(app, 'message');
  const ended = once(app, 'exit');
  app.kill('SIGKILL');
  await ended;
  expect(await countMarked(plan.server_id)).toBeGreaterThanOrEqual(2);
  expect(await nextLife.endLeftover(leftover.parse(message))).toBe('ended');
  expect(await countMarked(plan.server_id)).toBe(0);
  expect(await nextLife.endLeftover(leftover.parse(message))).toBe('gone');
});

test('a new thread that looks at processes knows the servers that run', async () => {
  const problems: unknown[] = [];
  const thread = new URL('support/dying-thread.ts', import.meta.url);
  const runner = createProcessRunner({ thread, onProblem: (thrown) => problems.push(thrown) });
  const plan = await planFor('ignores-term');
  const launched = await runner.launch({ ...plan, onOutput: () => undefined });
  await expect(runner.endLeftover({ server_id: 'die', pid: 0, identity: '' })).rejects.toThrow(
    'thread ended unexpectedly',
  );
  await until(async () => (await runner.openPorts()).has(plan.server_id), 'the server to be known again');
  expect(await launched.isTreeAlive()).toBe(true);
  await launched.kill();
  expect(await countMarked(plan.server_id)).toBe(0);
  expect(problems).toHaveLength(1);
  await runner.close();
});

test('output that cannot be taken is reported, and the server runs on', async () => {
  const problems: unknown[] = [];
  const thread = new URL('../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
  const runner = createProcessRunner({ thread, onProblem: (thrown) => problems.push(thrown) });
  let chunks = 0;
  const onOutput = () => {
    chunks += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const launched = await runner.launch({ ...(await planFor('floods')), onOutput });
  await until(() => chunks > 5, 'output to be read on');
  expect(problems[0]).toEqual(new Error('the disk is full'));
  expect(await launched.isTreeAlive()).toBe(true);
  await launched.kill();
  await runner.close();
});
