// Rules for every page that could ever appear in the app: it stays where it is, opens nothing and embeds nothing.
import type { App } from 'electron';

export function lockDown(app: Pick<App, 'on' | 'enableSandbox'>): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}
