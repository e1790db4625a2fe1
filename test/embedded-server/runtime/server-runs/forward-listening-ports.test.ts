// Players are led to ports that the server's own programs have open, and a look at them is not to be had too often.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createForwardedPorts } from '../../../../embedded-server/runtime/server-runs/forward-listening-ports.ts';
import type { RunDependencies } from '../../../../embedded-server/runtime/server-runs/run-dependencies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (protocol: 'tcp' | 'udp') => ({ protocol, address: '127.0.0.1', port: 7_777 });

function create() {
  const forwarded: string[] = [];
  let open = [at('udp')];
  let looks = 0;
  const parts = {
    guard: {
      forward: (_id: string, ports: readonly { name: string; protocol: string }[]) =>
        void forwarded.push(ports.map(({ name, protocol }) => `${name} ${protocol}`).join(', ')),
    },
    host: {
      call: async () => {
        looks += 1;
        return open;
      },
    },
    onProblem: (thrown: unknown) => {
      throw thrown;
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is used of them
  } as unknown as RunDependencies;
  const expected = [{ name: 'game', protocol: 'tcp+udp' as const, port: 7_777, reachedAt: '127.0.0.1' }];
  const ports = createForwardedPorts(parts, 'one', expected);
  return {
    ...ports,
    forwarded,
    looks: () => looks,
    opens: (protocol: 'tcp') => {
      open = [...open, at(protocol)];
    },
    knock: async () => {
      ports.onKnock();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('looks at nothing for who comes before the server is joined at all', async () => {
  const { knock, looks, forwarded } = create();
  await knock();
  expect([looks(), forwarded]).toEqual([0, []]);
});

it('leads to a protocol that is opened later, and tells each once', async () => {
  const { begin, knock, opens, forwarded } = create();
  begin([at('udp')]);
  opens('tcp');
  await knock();
  await vi.advanceTimersByTimeAsync(10_000);
  await knock();
  expect(forwarded).toEqual(['game udp', 'game tcp']);
});

it('looks less and less often where nothing new is found', async () => {
  const { begin, knock, looks } = create();
  begin([at('udp')]);
  for (let tenth = 0; tenth < 600; tenth += 1) {
    await knock();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(looks()).toBeGreaterThan(10);
  expect(looks()).toBeLessThan(25);
});
