// The settings: look, service, about. What is set takes effect at once; only the port waits for its button.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { About, ShortcutList } from './about.tsx';
import { CaField } from './ca-field.tsx';
import { DataFolder } from './data-folder.tsx';
import { DesktopSettings } from './desktop-settings.tsx';
import { PortField } from './port-field.tsx';
import { changeSettings } from './settings-actions.ts';
import { useSettings } from './settings-store.ts';
import { TransferSettings } from './transfer-settings.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const endings = [
  { value: 'stop', label: 'Stop servers' },
  { value: 'keep', label: 'Keep hosting' },
] as const;

type Props = { local: InstanceView | undefined; host: HostView | undefined };

/** `local` is the service on this machine. */
export function SettingsPage({ local, host }: Props) {
  useTitle('Settings');
  const settings = useSettings((state) => state.settings);
  return (
    <div className="settings">
      <h1>Settings</h1>
      {settings === undefined ? (
        <div className="ghost-block" aria-hidden="true" />
      ) : (
        <Sections settings={settings} local={local} host={host} />
      )}
    </div>
  );
}

function Sections({ settings, local, host }: Props & { settings: Settings }) {
  return (
    <>
      <section aria-labelledby="look-title">
        <h2 id="look-title">Look</h2>
        <div className="setting">
          <div>
            <h3>Theme</h3>
            <p>System follows your desktop as it changes.</p>
          </div>
          <Segmented
            label="Theme"
            value={settings.theme}
            options={themes}
            onValue={(theme) => void changeSettings({ theme })}
          />
        </div>
      </section>
      <section aria-labelledby="local-title">
        <h2 id="local-title">Local service</h2>
        <PortField key={settings.service_port} port={settings.service_port} local={local} />
        {host?.abilities.keep_hosting === true && <AtTheEnd keeps={settings.keep_hosting} shell={host.shell} />}
        <DataFolder local={local} host={host} wished={settings.data_folder} />
      </section>
      <TransferSettings settings={settings} />
      {host !== undefined && <DesktopSettings settings={settings} host={host} />}
      <section aria-labelledby="remotes-title">
        <h2 id="remotes-title">Remotes</h2>
        <CaField key={settings.ca_file} file={settings.ca_file ?? ''} />
      </section>
      <ShortcutList host={host} />
      <About host={host} local={local} />
    </>
  );
}

function AtTheEnd({ keeps, shell }: { keeps: boolean; shell: HostView['shell'] }) {
  const onwards = shell === 'electron' ? 'while its window is closed' : 'until Slipway runs again';
  return (
    <div className="setting">
      <div>
        <h3>When Slipway ends</h3>
        <p>Servers stop with it, or are hosted on in the background {onwards}.</p>
      </div>
      <Segmented
        label="When Slipway ends"
        value={keeps ? 'keep' : 'stop'}
        options={endings}
        onValue={(ending) => void changeSettings({ keep_hosting: ending === 'keep' })}
      />
    </div>
  );
}
