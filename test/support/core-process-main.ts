// The other process of core-process.ts: a core whose bridge goes over the channel of the process that started it.
import { createCore } from '../../src-main/core/core.ts';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { createTestHost, testCoreOptions } from './core-options.ts';

const [, , folder = '', picked = ''] = process.argv;
const core = createCore(await testCoreOptions(folder, createTestHost(picked, folder), { askEvery: 50 }));
await core.start();
const listeners: ((frame: unknown) => void)[] = [];
serveBridge(core.offer, {
  // Whoever listens may be gone by now.
  send: (frame) => void process.send?.(frame, undefined, undefined, () => undefined),
  onFrame: (listener) => void listeners.push(listener),
  onClose: (listener) => void process.on('disconnect', listener),
  close: () => process.disconnect(),
});
process.on('message', (frame) => {
  for (const listener of listeners) listener(frame);
});
process.on('disconnect', () => {
  void core.close();
});
process.send?.('ready');
