// Runs in the sandboxed window before the page: hands it one port on one channel, never ipcRenderer itself.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { ipcChannel, type SlipwayPort } from '../../src-shared/bridge/port.ts';

const port: SlipwayPort = {
  send: (frame) => ipcRenderer.send(ipcChannel, withPaths(frame)),
  onFrame: (listener) => void ipcRenderer.on(ipcChannel, (_event, frame: unknown) => listener(frame)),
};
contextBridge.exposeInMainWorld('slipwayPort', port);

/** Only here files become paths: what the page gives in their place is no file, and throws. */
function withPaths(frame: unknown): unknown {
  if (!isRecord(frame) || frame['t'] !== 'call' || frame['name'] !== 'transfers.takeDropped') return frame;
  const files: unknown = isRecord(frame['input']) ? frame['input']['paths'] : undefined;
  const paths = Array.isArray(files) ? files.map((file: File) => webUtils.getPathForFile(file)) : [];
  return { ...frame, input: { paths } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
