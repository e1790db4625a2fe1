// Rules for every page that could ever appear in the app: it stays with us, opens nothing and embeds nothing.
import type { App } from 'electron';
import { isOurPage } from './page.ts';

export function lockDown(app: Pick<App, 'on' | 'enableSandbox'>, devServer: string | undefined): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { url: string; preventDefault(): void }) => {
      // Our own page may load itself again; that is how the window recovers from an error.
      if (!isOurPage(event.url, devServer)) event.preventDefault();
    };
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}
