// What the preload script puts on the window: one port on one channel, no powers. Kept apart so that preload stays tiny.

/** The one channel, in both directions. */
export const ipcChannel = 'slipway:frame';

/** The port, as the window finds it under `window.slipwayPort`. */
export type SlipwayPort = {
  send(frame: unknown): void;
  onFrame(listener: (frame: unknown) => void): void;
};
