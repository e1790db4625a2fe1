// What a service with a fleet says at its start, where no server could run on a node.
import { expect, test } from 'vitest';
import { clientOf, startTestService } from '../../../support/service.ts';
import { STAND_IN_IMAGE, startStandInEngine } from '../../../support/stand-in-engine.ts';
import { until } from '../../../support/until.ts';

const onlyHere = /^Nodes on other machines cannot reach this service at http:\/\/127\.0\.0\.1:\d+\. .*--listen/;
const worker = /^The container engine at \/.+ refused this: This node is not a swarm manager\. .*manager node/;
const away = /^The container engine at \/nowhere\/docker\.sock cannot be reached: /;

test('an engine that is not there is told once, and so is an address that no other machine reaches', async () => {
  const { log } = await startTestService({ fleet: { engine: { socketPath: '/nowhere/docker.sock' }, image: 'none' } });
  const warned = (what: RegExp) => log.filter(({ level, message }) => level === 'warn' && what.test(message)).length;
  await until(() => warned(away) > 0, 'the engine to be told of');
  expect([warned(away), warned(onlyHere)]).toEqual([1, 1]);
});

test('an engine that manages no nodes is told, with what it says itself', async () => {
  const { socketPath } = await startStandInEngine({ isWorker: true });
  const { log } = await startTestService({
    fleet: { engine: { socketPath }, image: STAND_IN_IMAGE },
    exposure: { publicUrl: 'https://games.example', trustProxy: true },
  });
  await until(() => log.some(({ level, message }) => level === 'warn' && worker.test(message)), 'it to be told');
});

test('nothing is told where nodes reach the service and the engine answers', async () => {
  const { socketPath } = await startStandInEngine();
  const { log, call } = await startTestService({
    fleet: { engine: { socketPath }, image: STAND_IN_IMAGE },
    exposure: { publicUrl: 'https://games.example', trustProxy: true },
  });
  expect((await clientOf(call).listNodes({})).nodes).toHaveLength(1);
  expect(log.filter(({ level, message }) => level === 'warn' && /node|engine/i.test(message))).toEqual([]);
});
