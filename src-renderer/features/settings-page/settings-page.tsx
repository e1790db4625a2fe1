// The settings: look, service, about. What is set takes effect at once; only the port waits for its button.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Segmented } from '../../ui/segmented.tsx';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { useTitle } from '../../ui/use-title.ts';
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
import { DesktopSettings } from './desktop-settings.tsx';
import { Isolation } from './isolation.tsx';
import { PortField } from './port-field.tsx';
import { WindowSession } from './window-session.tsx';

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
