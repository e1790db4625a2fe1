// The fault proxy of a test: closed when the test ends.
import { onTestFinished } from 'vitest';
import { type FaultProxy, openFaultProxy } from './open-fault-proxy.ts';

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const proxy = await openFaultProxy(target);
  onTestFinished(() => proxy.close());
  return proxy;
}
