// Signs of life between the service and a host: few, and noticed where they stay away.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HostSocket, openHostConnection } from '../../../../embedded-server/runtime/fleet/host-connection.ts';
import type { FromHost } from '../../../../embedded-server/runtime/fleet/host-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A WebSocket, which is too slow for fake time, stood in for by its events. */
function connect() {
  const events = new EventEmitter();
  const done: string[] = [];
  const heard: FromHost[] = [];
  const say = (what: string) => () => void done.push(what);
  const socket: HostSocket = {
    send: say('send'),
    ping: say('ping'),
    pong: say('pong'),
    close: (_code, reason) => void done.push(`close ${reason}`),
    terminate: say('terminate'),
    on: events.on.bind(events),
  };
  openHostConnection(socket, {
    beatMs: 5_000,
    onMessage: (message) => void heard.push(message),
    onClosed: say('closed'),
    onProblem: say('problem'),
  });
  const tell = (message: object) => events.emit('message', Buffer.from(JSON.stringify(message)), false);
  return { events, done, heard, tell };
}

it('asks a host that reports for nothing, and gives it a sign that needs no answer every ten seconds', () => {
  const { done, heard, tell } = connect();
  for (let report = 0; report < 12; report += 1) {
    vi.advanceTimersByTime(5_000);
    tell({ t: 'figures', points: [] });
  }
  expect(heard).toHaveLength(12);
  expect(done).toEqual(Array.from({ length: 6 }, () => 'pong'));
});

it('asks a host that is late, and keeps one that answers', () => {
  const { events, done } = connect();
  for (let asked = 0; asked < 5; asked += 1) {
    vi.advanceTimersByTime(7_500);
    events.emit('pong');
  }
  expect(done.filter((what) => what === 'ping')).toHaveLength(5);
  expect(done).not.toContain('terminate');
});

it('cuts off a host that is silent, within twelve and a half seconds', () => {
  const { done, tell } = connect();
  tell({ t: 'figures', points: [] });
  vi.advanceTimersByTime(12_400);
  expect(done).not.toContain('terminate');
  vi.advanceTimersByTime(100);
  expect(done).toContain('terminate');
});

it('hangs up on a host that says what none says', () => {
  const { done, tell } = connect();
  tell({ t: 'figures', points: [{ at: -1 }] });
  expect(done).toEqual(['problem', 'close unreadable']);
});
