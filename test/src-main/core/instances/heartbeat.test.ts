// A remote that stops answering while its connections stay open, as a program that hangs does.
import { expect, it, onTestFinished } from 'vitest';
import { type Connection, connect } from '../../../../src-main/core/instances/connection.ts';
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const isOfHealth = ({ path }: { path: string }) => path === '/healthz';

async function startConnection(times: { silentMs: number; answerMs: number }, probe = true) {
  const { server } = await startTestService();
  const proxy = await startFaultProxy(server.url);
  const lost: AppError[] = [];
  let lives = 0;
  const options = { address: { url: proxy.url, token: server.token }, trust: {}, probe, heartbeat: times };
  const connection: Connection = await connect(
    { ...options, onCall: () => undefined },
    {
      onLive: () => {
        lives += 1;
      },
      onGames: () => undefined,
      onLost: (error) => lost.push(error),
      onRefused: (error) => lost.push(error),
    },
  );
  onTestFinished(connection.close);
  await until(() => lives > 0);
  return { proxy, lost, lives: () => lives };
}

it('is said not to answer while the watch still waits, and answers again once it goes on', async () => {
  const { proxy, lost, lives } = await startConnection({ silentMs: 30, answerMs: 200 });
  const before = lives();
  proxy.fail({ fault: { kind: 'half-open' } });
  await until(() => lost.length > 0);
  expect(lost[0]).toMatchObject({ code: 'INSTANCE_UNREACHABLE', reason: 'network.not-answering' });
  proxy.heal();
  proxy.cutAll();
  await until(() => lives() > before);
});

it('stays connected while it only has nothing to say, also where it knows no such call', async () => {
  const { proxy, lost } = await startConnection({ silentMs: 20, answerMs: 10_000 });
  const answered = (count: number) => until(() => proxy.requests.filter(isOfHealth).length >= count);
  await answered(5);
  proxy.fail({ match: /healthz$/, fault: { kind: 'status', status: 404 } });
  await answered(10);
  expect(lost).toEqual([]);
});

it('stays connected where the connection of a question is cut, and a later one is answered', async () => {
  const { proxy, lost } = await startConnection({ silentMs: 20, answerMs: 600 });
  proxy.fail({ times: 3, match: /healthz$/, fault: { kind: 'drop' } });
  const before = proxy.requests.filter(isOfHealth).length;
  await until(() => proxy.requests.filter(isOfHealth).length >= before + 6);
  expect(lost).toEqual([]);
});

it('of this program itself nothing is asked', async () => {
  const { proxy } = await startConnection({ silentMs: 10, answerMs: 10_000 }, false);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(proxy.requests.filter(isOfHealth)).toEqual([]);
});
