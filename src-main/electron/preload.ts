// Runs in the sandboxed window before the page: hands it one port on one channel, never ipcRenderer itself.
import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannel, type SlipwayPort } from '../../src-shared/bridge/port.ts';

const port: SlipwayPort = {
  send: (frame) => ipcRenderer.send(ipcChannel, frame),
  onFrame: (listener) => void ipcRenderer.on(ipcChannel, (_event, frame: unknown) => listener(frame)),
};
contextBridge.exposeInMainWorld('slipwayPort', port);
