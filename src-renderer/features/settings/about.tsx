// What this is: versions, where tokens and logs are kept, all shortcuts, and under which licence it is.
import { listKeys, shortcuts } from '../../../src-shared/desktop/shortcuts.ts';
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { isMac } from '../host/host-selectors.ts';

type Props = { host: HostView | undefined; local: InstanceView | undefined };

/** The same list as under "?". */
export function ShortcutList({ host }: Pick<Props, 'host'>) {
  const mac = isMac(host);
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">Shortcuts</h2>
      <dl className="settings-keys">
        {[...shortcuts, ...listKeys].map(({ chord, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Kbd chord={chord} mac={mac} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is not known is left out. */
export function About({ host, local }: Props) {
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <dl className="about">
        <Versions host={host} local={local} />
        {host?.secrets !== undefined && (
          <>
            <dt>Tokens</dt>
            <dd className="selectable">{host.secrets.sentence}</dd>
          </>
        )}
        <dt>Logs</dt>
        <dd className="selectable">
          <Logs own={host?.logs} hasLocal={local?.data_folder !== undefined} />
        </dd>
        <dt>Licence</dt>
        <dd>MIT. The file LICENSE comes with Slipway. The fonts are Inter and JetBrains Mono, SIL OFL 1.1.</dd>
      </dl>
    </section>
  );
}

function Versions({ host, local }: Props) {
  return (
    <>
      <dt>Slipway</dt>
      <dd className="selectable">{host?.version ?? 'not known yet'}</dd>
      <dt>Local service</dt>
      <dd className="selectable">{local?.version ?? 'not running'}</dd>
      <dt>Window</dt>
      <dd>{host?.shell === 'electron' ? 'Desktop app' : 'Browser window'}</dd>
    </>
  );
}

function Logs({ own, hasLocal }: { own: string | undefined; hasLocal: boolean }) {
  return (
    <>
      {own === undefined ? (
        'What goes wrong in Slipway is said in the terminal it was started from.'
      ) : (
        <>
          What goes wrong in Slipway is written to <span className="mono">{own}</span>{' '}
          <CopyButton text={own} label="Copy the path of the logs" />
        </>
      )}
      {hasLocal && ' What servers of Local wrote is in "logs" in its data folder.'}
    </>
  );
}
