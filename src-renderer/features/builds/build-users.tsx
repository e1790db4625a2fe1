// What uses a build: the versions made of it, the namespaces that run one of them, and servers.
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import paneStyles from '../../ui/pane.module.css';
import tagStyles from '../../ui/tag.module.css';
import styles from './builds.module.css';
import { useBuilds } from './builds-store.ts';

/** Says plainly what the instance does not tell. */
export function BuildUsers({ game }: { game: GameFull }) {
  const uses = useBuilds((state) => state.uses);
  if (uses === undefined) return <Looking />;
  if ('error' in uses) return <p className={classNames(paneStyles.note, shared.wait)}>{uses.error.message}</p>;
  const { versions, namespaces, servers } = uses.value;
  if (versions === null)
    return (
      <p className={classNames(paneStyles.note, shared.dim)}>
        {t('This instance does not report which versions use it.')}
      </p>
    );
  const running = new Set(namespaces?.map(({ namespace_id: id }) => id));
  return (
    <div className={styles.users}>
      <h3>{t('Used by')}</h3>
      <ul>
        {versions.length === 0 && <li className={classNames(shared.small, shared.dim)}>{t('No version uses it.')}</li>}
        {versions.map(({ version_id: id, display_name: name }) => (
          <li key={id}>
            <span className={shared.ellipsis}>{name}</span>
            {game.namespaces
              .filter((namespace) => namespace.version_id === id && running.has(namespace.namespace_id))
              .map((namespace) => (
                <span key={namespace.namespace_id} data-slot="tag" className={tagStyles.tag}>
                  {namespace.name_id}
                </span>
              ))}
          </li>
        ))}
      </ul>
      <p className={classNames(shared.small, shared.dim)}>
        {servers === null
          ? t('This instance does not report which servers run it.')
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
        <li className={shared.faint}>{t('Checking what uses it')}</li>
      </ul>
      <p className={shared.small} aria-hidden="true">
        {'\u00a0'}
      </p>
    </div>
  );
}
