// A UDP session under conditions: only what has to wait is given to the timer, and what comes behind that.
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../../../embedded-server/runtime/relay/conditions/random.ts';
import { createLink } from '../../../../embedded-server/runtime/relay/conditions/simulated-line.ts';
import type { Line } from '../../../../embedded-server/runtime/relay/player.ts';
import { createPortCounter } from '../../../../embedded-server/runtime/relay/port-counter.ts';
import { createUdpSession } from '../../../../embedded-server/runtime/relay/udp-session.ts';
import { createSources } from '../../../../embedded-server/runtime/relay/who-plays.ts';
import { networkConditions } from '../../../../src-shared/servers/network-presets.ts';
import { until } from '../../../support/until.ts';
import { udpServer } from './relay-scene.ts';

function lineOf(conditions: object): Line {
  const parsed = networkConditions.parse(conditions);
  return { up: createLink(parsed, createRandom(1, 0)), down: createLink(parsed, createRandom(1, 1)) };
}

test('loss alone delays nothing; behind a packet that waits, the next ones keep their order', async () => {
  const got: string[] = [];
  const target = await udpServer((packet) => void got.push(packet.toString()));
  const sources = createSources(9, () => {});
  const later: (() => void)[] = [];
  const session = createUdpSession({
    target: { host: '127.0.0.1', port: target.port },
    counter: createPortCounter('game', () => {}),
    gate: {
      hasRoom: sources.hasRoom,
      heard: sources.heard,
      answered: sources.answered,
      finished: sources.leave,
      enter: (_, protocol) => sources.enter(protocol, Date.now(), { since: 0, lastAt: undefined }),
      leave: (_, source) => sources.leave(source),
    },
    onTargetRefused: () => {},
    scheduler: { now: () => 0, at: (_, act) => void later.push(act) },
    reply: () => {},
    onBroken: () => {},
  });
  onTestFinished(() => {
    session.close();
    sources.close();
  });
  session.start();
  const send = (text: string) => session.take(Buffer.from(text));
  session.setLine(lineOf({ loss_percent: 1e-9 }));
  send('one');
  send('two');
  expect(later).toHaveLength(0);
  session.setLine(lineOf({ latency_ms: 50 }));
  send('three');
  session.setLine(lineOf({ loss_percent: 1e-9 }));
  send('four');
  expect(later).toHaveLength(2);
  for (const act of later) act();
  send('five');
  expect(later).toHaveLength(2);
  await until(() => got.length === 5);
  expect(got).toEqual(['one', 'two', 'three', 'four', 'five']);
});
