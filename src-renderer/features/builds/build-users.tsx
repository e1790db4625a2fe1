// What uses a build: the versions made of it, the namespaces that run one of them, and servers.
import type { GameFull } from '../../../src-shared/service/games.ts';
import { plural, t } from '../../text/t.ts';
import styles from './builds.module.css';
import { useBuilds } from './builds-store.ts';

/** Says plainly what the instance does not tell. */
export function BuildUsers({ game }: { game: GameFull }) {
  const uses = useBuilds((state) => state.uses);
  if (uses === undefined) return <Looking />;
  if ('error' in uses) return <p className="insp-note wait">{uses.error.message}</p>;
  const { versions, namespaces, servers } = uses.value;
  if (versions === null)
    return <p className="insp-note dim">{t('This instance does not tell which versions are made of it.')}</p>;
  const running = new Set(namespaces?.map(({ namespace_id: id }) => id));
  return (
    <div className={styles.users}>
      <h3>{t('Used by')}</h3>
      <ul>
        {versions.length === 0 && <li className="small dim">{t('No version is made of it.')}</li>}
        {versions.map(({ version_id: id, display_name: name }) => (
          <li key={id}>
            <span className="version cut">{name}</span>
            {game.namespaces
              .filter((namespace) => namespace.version_id === id && running.has(namespace.namespace_id))
              .map((namespace) => (
                <span key={namespace.namespace_id} className="tag">
                  {namespace.name_id}
                </span>
              ))}
          </li>
        ))}
      </ul>
      <p className="small dim">
        {servers === null
          ? t('This instance does not tell which servers run it.')
          : plural(servers.length, '{n} server runs it now.', '{n} servers run it now.')}
      </p>
    </div>
  );
}

/** As high as what mostly comes, so that what is below stays where somebody is about to click. */
function Looking() {
  return (
    <div className={styles.users} aria-busy="true">
      <h3>{t('Used by')}</h3>
      <ul>
        <li className="faint">{t('Looking up what uses it')}</li>
      </ul>
      <p className="small" aria-hidden="true">
        {'\u00a0'}
      </p>
    </div>
  );
}
