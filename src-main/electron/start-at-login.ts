// Starts the app with the session when a person wants that, as each system has it.
import type { App } from 'electron';
import type { Core } from '../core/core.ts';
import { HIDDEN, setAutostart } from '../core/desktop/autostart.ts';

export function followLogin(
  app: Pick<App, 'setLoginItemSettings'>,
  core: Core,
  onProblem: (thrown: unknown) => unknown,
): void {
  let isOn: boolean | undefined;
  const apply = () => {
    const { start_at_login: wanted = false } = core.settings.get();
    if (wanted === isOn) return;
    isOn = wanted;
    if (process.platform === 'linux') {
      // An AppImage runs from a place that is gone after it; its own file is named there.
      void setAutostart(wanted, process.env['APPIMAGE'] ?? process.execPath).catch(onProblem);
    } else {
      app.setLoginItemSettings({ openAtLogin: wanted, args: [HIDDEN] });
    }
  };
  apply();
  core.settings.source.listen(apply);
}
