// The bridge's frames over Electron IPC, for one page of the window. Frames of any other sender are dropped here.
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import { ipcChannel } from '../../src-shared/bridge/port.ts';
import type { Transport } from '../../src-shared/bridge/transport.ts';

/** Lives until `close` or until the window is gone. A reloaded page needs a new one. */
export function ipcTransport(
  ipc: Pick<IpcMain, 'on' | 'off'>,
  contents: Pick<WebContents, 'send' | 'isDestroyed' | 'once' | 'off'>,
  isTrusted: (event: IpcMainEvent) => boolean,
): Transport {
  const closes: (() => void)[] = [];
  const frames: ((frame: unknown) => void)[] = [];
  let open = true;
  const take = (event: IpcMainEvent, frame: unknown) => {
    if (event.sender === contents && isTrusted(event)) for (const listener of frames) listener(frame);
  };
  const close = () => {
    if (!open) return;
    open = false;
    ipc.off(ipcChannel, take);
    contents.off('destroyed', close);
    for (const listener of closes) listener();
  };
  ipc.on(ipcChannel, take);
  contents.once('destroyed', close);
  return {
    send: (frame) => {
      if (open && !contents.isDestroyed()) contents.send(ipcChannel, frame);
    },
    onFrame: (listener) => void frames.push(listener),
    onClose: (listener) => void closes.push(listener),
    close,
  };
}
