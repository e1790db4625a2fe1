// The fault proxy of a test: closed when the test ends.
import { type FaultProxy, openFaultProxy } from './open-fault-proxy.ts';
import { closeAtEnd } from './start-once.ts';

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const proxy = await openFaultProxy(target);
  closeAtEnd(() => proxy.close());
  return proxy;
}
