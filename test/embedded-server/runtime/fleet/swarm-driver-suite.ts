// What the driver of a Swarm answers, of whatever engine: the real one where there is one, and its stand-in everywhere.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FleetDriver, HostOrder } from '../../../../embedded-server/runtime/fleet/fleet-driver.ts';
import { createSwarmDriver } from '../../../../embedded-server/runtime/fleet/swarm-driver.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { closeAtEnd } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

export type EngineToTry = { socketPath: string; image: string };

export function swarmDriverSuite(engine: () => Promise<EngineToTry>): void {
  const open = async (given?: string) => {
    const { socketPath, image } = await engine();
    const driver = createSwarmDriver({ engine: { socketPath }, image: given ?? image, owner: randomUUID() });
    closeAtEnd(() => driver.close());
    return driver;
  };
  const whyOf = async (driver: FleetDriver, id: string): Promise<string> => {
    let why = '';
    await until(async () => {
      const look = (await driver.look()).get(id);
      why = look === undefined || look.state === 'up' || look.why === undefined ? '' : textOf(look.why);
      return why !== '';
    }, 'the engine to say why');
    return why;
  };

  test('a host that was started is up, is one however often it is started, and is gone once it was stopped', async () => {
    const driver = await open();
    const host = order();
    await driver.start(host);
    await driver.start(host);
    await until(async () => (await driver.look()).get(host.server_id)?.state === 'up', 'the host');
    expect([...(await driver.look()).keys()]).toEqual([host.server_id]);
    await driver.stop(host.server_id);
    await until(async () => (await driver.look()).size === 0, 'it to be gone');
    await driver.stop(host.server_id);
  });

  test('the place of each host is its own, and one that is not there has none', async () => {
    const driver = await open();
    const hosts = [order(), order()];
    for (const host of hosts) await driver.start(host);
    const known = new Set((await driver.nodes()).map(({ node_id: id }) => id));
    for (const { server_id: id } of hosts) {
      await until(async () => (await driver.look()).get(id)?.state === 'up', 'the host');
      expect(known).toContain((await driver.placeOf(id))?.node_id);
    }
    const [{ server_id: gone } = order()] = hosts;
    for (const { server_id: id } of hosts) await driver.stop(id);
    await until(async () => (await driver.placeOf(gone)) === undefined, 'it to have no place');
    expect(await driver.placeOf(randomUUID())).toBeUndefined();
  });

  test('hosts of another service on the same Swarm are none of its own', async () => {
    const [one, other] = [await open(), await open()];
    const host = order();
    await one.start(host);
    expect((await other.look()).size).toBe(0);
    await one.stop(host.server_id);
  });

  test('where no node has the room, it waits and says so', async () => {
    const driver = await open();
    const host = order({ reserved: { cpu: 1_000_000_000 } });
    await driver.start(host);
    expect(await whyOf(driver, host.server_id)).toMatch(/^no suitable node \(insufficient resources on \d nodes?\)\.$/);
    expect((await driver.look()).get(host.server_id)).toMatchObject({ state: 'waiting' });
    await driver.stop(host.server_id);
  });

  test('a region that no node has is no reason to wait', async () => {
    const driver = await open();
    const host = order({ region: 'nowhere' });
    await driver.start(host);
    await until(async () => (await driver.look()).get(host.server_id)?.state === 'up', 'the host');
    await driver.stop(host.server_id);
  });

  test('an image that no node has ends it, and why is what the engine says', async () => {
    const driver = await open('localhost:1/none:1');
    const host = order();
    await driver.start(host);
    expect(await whyOf(driver, host.server_id)).toBe('No such image: localhost:1/none:1.');
    expect((await driver.look()).get(host.server_id)).toMatchObject({ state: 'over' });
    await driver.stop(host.server_id);
  });

  test('its nodes are told with what they have', async () => {
    const driver = await open();
    await until(async () => (await driver.nodes()).every(({ state }) => state === 'ready'), 'its nodes');
    const nodes = await driver.nodes();
    expect(nodes.length).toBeGreaterThan(0);
    for (const { name, address, capacity } of nodes) {
      expect(name).not.toBe('');
      expect(address).toMatch(/^[\d.]+$/);
      expect(Math.min(capacity.cpu, capacity.memory)).toBeGreaterThan(0);
    }
  });
}

function order(change: Partial<HostOrder> = {}): HostOrder {
  const server_id = randomUUID();
  // Nobody is there: a real host tries again and again, and is up.
  return {
    server_id,
    serviceUrl: 'http://127.0.0.1:9',
    token: 'none',
    region: undefined,
    reserved: {},
    ca: undefined,
    ...change,
  };
}
