// What a transport has to do, and the one that lives in memory. Electron IPC and WebSocket are in the shells.

/** Carries frames one way each, in order. `backlog` is how many bytes wait to be taken by the other side. */
export type Transport = {
  send(frame: unknown): void;
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
  readonly backlog?: number;
};

/** Two ends in one process. Frames are copied as a wire would, and arrive in a later microtask. */
export function memoryTransportPair(): [Transport, Transport] {
  const left = end();
  const right = end();
  left.peer = right;
  right.peer = left;
  return [left.transport, right.transport];
}

type End = { peer: End | undefined; deliver(frame: unknown): void; shut(): void; transport: Transport };

function end(): End {
  const frames: ((frame: unknown) => void)[] = [];
  const closes: (() => void)[] = [];
  let open = true;
  const self: End = {
    peer: undefined,
    deliver: (frame) => {
      if (open) for (const listener of frames) listener(frame);
    },
    shut: () => {
      if (!open) return;
      open = false;
      for (const listener of closes) listener();
    },
    transport: {
      send: (frame) => {
        const copy: unknown = JSON.parse(JSON.stringify(frame));
        queueMicrotask(() => self.peer?.deliver(copy));
      },
      onFrame: (listener) => void frames.push(listener),
      onClose: (listener) => void closes.push(listener),
      close: () => {
        self.shut();
        queueMicrotask(() => self.peer?.shut());
      },
    },
  };
  return self;
}
