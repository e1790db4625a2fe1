// Carries frames over the port of the preload script. The port lives as long as the window, so it never closes by itself.
import type { SlipwayPort } from '../../src-shared/bridge/port.ts';
import type { Transport } from '../../src-shared/bridge/transport.ts';

/** Wraps the port of the preload script. */
export function portTransport(port: SlipwayPort): Transport {
  const closes: (() => void)[] = [];
  let open = true;
  return {
    send: (frame) => {
      if (open) port.send(frame);
    },
    onFrame: (listener) =>
      port.onFrame((frame) => {
        if (open) listener(frame);
      }),
    onClose: (listener) => void closes.push(listener),
    close: () => {
      if (!open) return;
      open = false;
      for (const listener of closes) listener();
    },
  };
}
