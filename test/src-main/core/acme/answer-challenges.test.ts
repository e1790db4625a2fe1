// The port that is open to everybody while an authority asks: what it answers, and how much of it one caller can hold.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { answerChallenges } from '../../../../src-main/core/acme/obtain-certificate.ts';

const FOLDER = '/.well-known/acme-challenge/';

async function start() {
  const challenges = await answerChallenges(0);
  onTestFinished(challenges.close);
  const ask = async (target: string) => {
    const answer = await fetch(`http://127.0.0.1:${challenges.port}${target}`, { headers: { connection: 'close' } });
    return [answer.status, await answer.text()];
  };
  return { ...challenges, ask };
}

it('answers what was asked for, and nothing else', async () => {
  const { add, ask } = await start();
  add('token', 'token.thumbprint');
  expect(await ask(`${FOLDER}token`)).toEqual([200, 'token.thumbprint']);
  for (const target of ['/', FOLDER, `${FOLDER}other`, `${FOLDER}../token`, `${FOLDER}__proto__`, `${FOLDER}token?`]) {
    expect([target, ...(await ask(target))]).toEqual([target, 404, '']);
  }
});

it('lets go of who comes beyond a bound of connections', async () => {
  const { port } = await start();
  const sockets = Array.from({ length: 129 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.race(sockets.map((socket) => once(socket.resume(), 'close')));
  expect(sockets.filter(({ closed }) => !closed)).toHaveLength(128);
});
