// The settings: look, service, about. What is set takes effect at once; only the port waits for its button.
import { useEffect, useState } from 'react';
import type { HostView, IsolationView } from '../../../src-shared/host/bridge.ts';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { signOutWindow } from '../../bridge/session.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { Switch } from '../../ui/switch.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { readIsolation } from '../host/host-actions.ts';
import { askToEndServers } from '../instances/instances-actions.ts';
import { Setting } from '../settings/setting.tsx';
import settingsStyles from '../settings/settings.module.css';
import { changeSettings } from '../settings/settings-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import { ShortcutList } from '../settings/shortcut-list.tsx';
import { TransferSettings } from '../transfers/transfer-settings.tsx';
import { UpdateSettings } from '../updates/update-settings.tsx';
import { About } from './about.tsx';
import { CaField } from './ca-field.tsx';
import { DataFolder } from './data-folder.tsx';
import { PortField } from './port-field.tsx';

const themes = () =>
  [
    { value: 'system', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ] as const;

const languages = () =>
  [
    { value: 'system', label: t('System') },
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' },
  ] as const;

const endings = () =>
  [
    { value: 'stop', label: t('Stop servers') },
    { value: 'keep', label: t('Keep hosting') },
  ] as const;

type Props = { local: LocalView | undefined; host: HostView | undefined };

/** `local` is the service on this machine. */
export function SettingsPage({ local, host }: Props) {
  useTitle(t('Settings'));
  const settings = useSettings((state) => state.settings);
  return (
    <div data-slot="settings" className={settingsPageStyles.page}>
      <h1>{t('Settings')}</h1>
      {settings === undefined ? (
        <div className={shared.loadingBlock} aria-hidden="true" />
      ) : (
        <Sections settings={settings} local={local} host={host} />
      )}
    </div>
  );
}

function Sections({ settings, local, host }: Props & { settings: Settings }) {
  return (
    <>
      <Look settings={settings} />
      <section aria-labelledby="local-title">
        <h2 id="local-title">{t('Local service')}</h2>
        <PortField key={settings.service_port} port={settings.service_port} local={local} />
        {host?.abilities.keep_hosting === true && (
          <AtTheEnd keeps={settings.keep_hosting} shell={host.shell} local={local} />
        )}
        <Isolation />
        <DataFolder local={local} host={host} requested={settings.data_folder} />
      </section>
      <TransferSettings settings={settings} />
      {host !== undefined && <DesktopSettings settings={settings} host={host} />}
      <section aria-labelledby="remotes-title">
        <h2 id="remotes-title">{t('Remotes')}</h2>
        <CaField key={settings.ca_file} file={settings.ca_file ?? ''} />
      </section>
      <UpdateSettings settings={settings} />
      <section aria-labelledby="keys-title">
        <h2 id="keys-title">{t('Shortcuts')}</h2>
        <ShortcutList className={settingsStyles.keys} />
      </section>
      {host?.shell === 'browser' && (
        <section aria-labelledby="session-title">
          <h2 id="session-title">{t('Access')}</h2>
          <WindowSession />
        </section>
      )}
      <About host={host} local={local} />
    </>
  );
}

function Look({ settings }: { settings: Settings }) {
  return (
    <section aria-labelledby="look-title">
      <h2 id="look-title">{t('Appearance')}</h2>
      <Setting title={t('Theme')} text={t('System follows your desktop as it changes.')}>
        <Segmented
          label={t('Theme')}
          value={settings.theme}
          options={themes()}
          onValue={(theme) => void changeSettings({ theme })}
        />
      </Setting>
      <Setting
        title={t('Language')}
        text={t('System follows your desktop. What a service writes itself stays in its own language.')}
      >
        <Segmented
          label={t('Language')}
          value={settings.language ?? 'system'}
          options={languages()}
          onValue={(language) => void changeSettings({ language })}
        />
      </Setting>
    </section>
  );
}

type EndProps = { keeps: boolean; shell: HostView['shell']; local: LocalView | undefined };

/** Local changes the process that it runs in, which restarts it. */
function AtTheEnd({ keeps, shell, local }: EndProps) {
  const set = (keep_hosting: boolean) => askToEndServers(local, 'restart', () => changeSettings({ keep_hosting }));
  return (
    <Setting
      title={t('When Slipway quits')}
      text={
        shell === 'electron'
          ? t('Servers stop, or keep running in the background while the window is closed.')
          : t('Servers stop, or keep running in the background until Slipway starts again.')
      }
    >
      <Segmented
        label={t('When Slipway quits')}
        value={keeps ? 'keep' : 'stop'}
        options={endings()}
        onValue={(ending) => void set(ending === 'keep')}
      />
    </Setting>
  );
}

/** What servers of Local see of this machine. */
function Isolation() {
  const [isolation, setIsolation] = useState<IsolationView>();
  useEffect(() => readIsolation(setIsolation), []);
  return (
    <Setting
      title={t('Isolation of servers')}
      more={
        <p className={isolation?.isIsolated === false ? shared.wait : undefined}>{translate(isolation?.sentence)}</p>
      }
    >
      {null}
    </Setting>
  );
}

/** What the desktop around the window does; only what this shell can do. */
function DesktopSettings({ settings, host }: { settings: Settings; host: HostView }) {
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

/** The session of this browser window, and the way out of it. The desktop app's window has none. */
function WindowSession() {
  return (
    <Setting
      title={t('This window')}
      text={t(
        'Signed in with the link that Slipway printed, until Slipway quits or 12 hours after the window was closed. Another window needs its own link.',
      )}
    >
      <Button onClick={signOut}>{t('Sign out')}</Button>
    </Setting>
  );
}

function signOut(): void {
  // A shell that does not answer does not run, and the session ended with it.
  signOutWindow().catch(() => undefined);
}
