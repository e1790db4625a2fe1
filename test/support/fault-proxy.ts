// The fault proxy of a test: closed when the test ends.
import { type FaultProxy, openFaultProxy } from './open-fault-proxy.ts';
import { closeAtEnd } from './start-once.ts';

export async function startFaultProxy(
  target: string,
  options?: Parameters<typeof openFaultProxy>[1],
): Promise<FaultProxy> {
  const proxy = await openFaultProxy(target, options);
  closeAtEnd(() => proxy.close());
  return proxy;
}
