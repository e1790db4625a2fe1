// What the desktop around the window does: start with the session, and tell what happened while nobody looked.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { t } from '../../text/t.ts';
import { Switch } from '../../ui/switch.tsx';
import { Setting } from '../settings/setting.tsx';
import { changeSettings } from '../settings/settings-actions.ts';

/** Shows only what this shell can do. */
export function DesktopSettings({ settings, host }: { settings: Settings; host: HostView }) {
  const { start_at_login: canStart = false, notifications: canTell = false } = host.abilities;
  if (!canStart && !canTell) return null;
  return (
    <section aria-labelledby="desktop-title">
      <h2 id="desktop-title">{t('Desktop')}</h2>
      {canStart && (
        <Setting title={t('Start at login')} text={t('Slipway waits in the background, without its window.')}>
          <Switch
            label={t('Start at login')}
            on={settings.start_at_login === true}
            onChange={(isOn) => void changeSettings({ start_at_login: isOn })}
          />
        </Setting>
      )}
      {canTell && (
        <Setting
          title={t('Notifications')}
          text={t('For finished transfers and crashed servers while Slipway is in the background.')}
        >
          <Switch
            label={t('Notifications')}
            on={settings.notifications !== false}
            onChange={(isOn) => void changeSettings({ notifications: isOn })}
          />
        </Setting>
      )}
    </section>
  );
}
