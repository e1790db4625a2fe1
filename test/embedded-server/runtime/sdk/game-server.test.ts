// When people are told of what changed in one server, as the Agones SDK knows it.
import { expect, test, vi } from 'vitest';
import { createGameServer } from '../../../../embedded-server/runtime/sdk/game-server.ts';

function makeGameServer() {
  const onChanged = vi.fn<() => void>();
  const note = vi.fn<(text: string) => void>();
  const about = { name: 'one', namespace: 'prod', createdAt: 0, address: '127.0.0.1', ports: [] };
  const unused = () => {};
  const hooks = { onReady: unused, onShutdown: unused, onUnhealthy: unused, onChanged, note };
  return { server: createGameServer({ ready: 'listening', counters: {}, lists: {}, about }, hooks), onChanged, note };
}

test('that a server is ready as it listens is told, also where it said something of itself before', () => {
  const { server, onChanged, note } = makeGameServer();
  server.metadata.setLabel('map', 'harbor');
  expect(server.view()).toMatchObject({ state: 'Scheduled' });
  onChanged.mockClear();
  server.listens();
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(server.view()).toMatchObject({ state: 'Ready', labels: { map: 'harbor' } });
  server.listens();
  expect(onChanged, 'once').toHaveBeenCalledTimes(1);
  expect(note, 'its log has that it listens already').not.toHaveBeenCalled();
});

test('a server that only listens never used the SDK', () => {
  const { server } = makeGameServer();
  server.listens();
  expect(server.view()).toBeUndefined();
});
