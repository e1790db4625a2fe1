// What becomes of the place of a server that ended as nobody asked: whether another one is started there, and where that is set.
import { useEffect, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import paneStyles from '../../ui/pane.module.css';
import { readSettings } from '../namespaces/namespace-settings-actions.ts';
import { openNamespaceSettings } from '../namespaces/namespaces-actions.ts';
import styles from './inspector.module.css';

type Props = {
  server: Server;
  target: ServerTarget;
  /** The name id of its namespace. */
  namespace: string;
};

/** Foreign services do not tell whether they keep a server; nothing is drawn for them. */
export function RestartNote({ server, target, namespace }: Props) {
  const { kept, exit } = server;
  const endedAlone = exit?.by === 'itself' || exit?.by === 'limit';
  if (kept === undefined || !endedAlone) return null;
  if (!kept)
    return (
      <p className={classNames(paneStyles.note, shared.dim)}>{t('It was started by hand, so it is not replaced.')}</p>
    );
  return <PolicyNote target={target} namespace={namespace} />;
}

function PolicyNote({ target, namespace }: Omit<Props, 'server'>) {
  const { instance_id, game_id, namespace_id } = target;
  const [words, setWords] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const { hosting, why_no_hosting: why } = await readSettings({ instance_id, game_id, namespace_id });
        return hosting === null ? translate(why) : formatPolicy(hosting, namespace);
      } catch (thrown) {
        return asAppError(thrown).message;
      }
    };
    void read().then((message) => isGone || setWords(message));
    return () => {
      isGone = true;
    };
  }, [instance_id, game_id, namespace_id, namespace]);
  if (words === undefined) return null;
  return (
    <p className={classNames(paneStyles.note, shared.dim)}>
      {words}{' '}
      <button
        type="button"
        className={styles.change}
        onClick={() => openNamespaceSettings({ instance_id, game_id, namespace_id })}
      >
        {t('Settings of {name}', { name: namespace })}
      </button>
    </p>
  );
}

function formatPolicy({ restart }: HostingPolicy, namespace: string): string {
  if (restart === 'never') return t('{namespace} does not replace it.', { namespace });
  return t('{namespace} replaces it, with growing delays, and stops when more than three end within a minute.', {
    namespace,
  });
}
