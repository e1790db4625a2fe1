// A push while the object store of the service is away: whatever step needs it waits for it, for as long as the push has patience.
import { expect, it } from 'vitest';
import { troubleOf } from '../../../../src-shared/transfers/problem-of.ts';
import type { Fault } from '../../../support/open-fault-proxy.ts';
import { startOnce } from '../../../support/start-once.ts';
import { MIB } from './support.ts';
import { startSendingService, startSendingTo, targets } from './targets.ts';

const started = startOnce(startSendingService);
const [[, ours]] = targets;

const PREPARE = { method: 'POST', match: /\/builds\/prepare$/ };
const COMPLETE = { method: 'POST', match: /\/complete$/ };
const LOOK = { method: 'GET', match: /^\/cloud\/uploads\// };

function says({ needsOperator = false } = {}): Fault {
  const metadata = needsOperator ? { metadata: { needs_operator: true } } : {};
  const body = { code: 'OBJECT_STORE_FAILED', message: 'The object store has a problem.', ...metadata };
  return { kind: 'status', status: 503, type: 'application/json', body: JSON.stringify(body) };
}

const startSending = async (patienceMs?: number) =>
  await startSendingTo(await started(), ours, { bytes: MIB, limits: { patienceMs } });

it.each([
  ['a build is prepared', PREPARE],
  ['the parts are asked for', LOOK],
  ['the build is completed', COMPLETE],
])('waits for it when %s', async (_step, call) => {
  const { start, calls, views, versions } = await startSending();
  calls.fail({ ...call, times: 2, fault: says() });
  const record = await start().ended;
  expect(record).toMatchObject({ status: 'done' });
  expect(await versions()).toHaveLength(1);
  const tries = views.map((view) => troubleOf(view)?.problem.code === 'OBJECT_STORE_FAILED' && troubleOf(view)?.tries);
  expect(tries).toContain(2);
});

it.each([
  ['prepared', PREPARE, 'prepare'],
  ['completed', COMPLETE, 'confirm'],
])('is paused by it when its patience is over and its build is not %s', async (_step, call, step) => {
  const { start, calls } = await startSending(1_500);
  calls.fail({ ...call, fault: says() });
  const began = Date.now();
  const record = await start().ended;
  expect(record).toMatchObject({
    status: 'paused',
    step,
    paused: { by: 'network', problem: { code: 'OBJECT_STORE_FAILED' } },
  });
  expect(Date.now() - began).toBeGreaterThan(1_500);
  calls.heal();
  expect(await start().ended).toMatchObject({ status: 'done' });
});

it('ends at once over what only whoever runs the service can mend', async () => {
  const { start, calls } = await startSending();
  calls.fail({ ...PREPARE, fault: says({ needsOperator: true }) });
  expect(await start().ended).toMatchObject({ status: 'failed', problem: { code: 'OBJECT_STORE_FAILED' } });
});
