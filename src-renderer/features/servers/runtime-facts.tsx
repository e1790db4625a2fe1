// What a server runs: its build and version, its command line, its environment with secrets masked, and its tags.
import { useEffect, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isSecretVariable, maskArguments } from '../../../src-shared/servers/secret-values.ts';
import type { Inspection } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import shared from '../../design/shared.module.css';
import { hashOf } from '../../routes/routes.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import tagStyles from '../../ui/tag.module.css';
import styles from './inspector.module.css';

const REVEALED_MS = 20_000;

type Props = {
  instance: InstanceView;
  server: Server;
  command: string | undefined;
  pid: number | undefined;
  isolation: Inspection['isolation'];
  versions: readonly VersionSummary[];
};

/** The command line is there to be read and copied, with its secrets masked. Its service does so; where that tells none yet, it is done here. */
export function RuntimeFacts({ instance, server, command, pid, isolation, versions }: Props) {
  const version = versions.find(({ version_id: id }) => id === server.version);
  const { runtime, tags } = server;
  const shownCommand = command ?? (runtime.arguments && maskArguments(runtime.arguments).join(' '));
  return (
    <div>
      <h3>
        {t('Runtime')}
        {shownCommand !== undefined && <CopyButton text={shownCommand} label={t('Copy the command line')} />}
      </h3>
      <div className={classNames(styles.fact, styles.wraps)}>
        <span className={styles.key}>{t('Build')}</span>
        {version !== undefined && <span>{version.display_name}</span>}
        <span className={classNames(shared.mono, shared.faint, shared.ellipsis)} title={runtime.build}>
          {`${runtime.build.slice(0, 4)}…${runtime.build.slice(-4)}`}
        </span>
        <CopyButton text={runtime.build} label={t("Copy the build's id")} />
        {pid !== undefined && (
          <span className={classNames(shared.faint, shared.tabular, shared.ellipsis)}>
            {t('process {pid}', { pid })}
          </span>
        )}
      </div>
      <NodeFact instance={instance} node={server.node} />
      <div className={classNames(styles.fact, styles.tall)}>
        <span className={styles.key}>{t('Runs')}</span>
        <span className={classNames(shared.mono, shared.selectable, shared.clampedText)} title={shownCommand}>
          {shownCommand ?? t('not started yet')}
        </span>
      </div>
      <IsolationFact isolation={isolation} />
      <Environment environment={runtime.environment ?? {}} />
      {Object.keys(tags).length > 0 && (
        <div className={classNames(styles.fact, styles.wraps)}>
          <span className={styles.key}>{t('Tags')}</span>
          {Object.entries(tags).map(([key, value]) => (
            <span key={key} data-slot="tag" className={tagStyles.tag}>
              {key}
              <span className={shared.faint}>{value}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Where it runs, or ran. Only some may look at nodes; the others are told which it is, to say to somebody who may. */
function NodeFact({ instance, node }: Pick<Props, 'instance'> & Pick<Server, 'node'>) {
  if (node === undefined) return null;
  return (
    <div className={styles.fact}>
      <span className={styles.key}>{t('Node')}</span>
      {instance.has_fleet === true ? (
        <a
          className={classNames(shared.link, shared.ellipsis)}
          href={hashOf({ page: 'nodes', instance_id: instance.id })}
        >
          {node.name}
        </a>
      ) : (
        <span className={shared.ellipsis}>{node.name}</span>
      )}
    </div>
  );
}

/** What keeps it away from the rest of the machine. */
function IsolationFact({ isolation }: Pick<Props, 'isolation'>) {
  if (isolation === undefined) return null;
  return (
    <div className={styles.fact}>
      <span className={styles.key}>{t('Access')}</span>
      <span className={classNames(isolation === 'none' && shared.wait)}>{formatIsolation(isolation)}</span>
    </div>
  );
}

function formatIsolation(isolation: NonNullable<Inspection['isolation']>): string {
  if (isolation === 'none') return t('everything that the service can access: it is not isolated');
  if (isolation === 'container') return t('its image and the network');
  return t('its copy of the build, the network, and what the system shows to all, as in /usr');
}

/** The eye shows secrets for twenty seconds. */
function Environment({ environment }: { environment: Readonly<Record<string, string>> }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = isOpen ? setTimeout(() => setOpen(false), REVEALED_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isOpen]);
  const entries = Object.entries(environment);
  if (entries.length === 0) return null;
  const hasSecrets = entries.some(([name, value]) => isSecretVariable(name, value));
  return (
    <div className={classNames(styles.fact, styles.wraps)}>
      <span className={styles.key}>{t('Env')}</span>
      {entries.map(([name, value]) => {
        const isHidden = !isOpen && isSecretVariable(name, value);
        return (
          <span
            key={name}
            className={classNames(shared.mono, shared.ellipsis, styles.env)}
            title={isHidden ? name : `${name}=${value}`}
          >
            {name}={isHidden ? '••••••••' : value}
          </span>
        );
      })}
      {hasSecrets && (
        <IconButton
          icon="eye"
          size="tiny"
          label={isOpen ? t('Hide the secrets') : t('Show the secrets for 20 seconds')}
          aria-pressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    </div>
  );
}
