// What a promotion sends, on its sheet: how many bytes, of which copy.
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { formatSize } from '../../ui/format.ts';
import styles from './promote.module.css';
import type { Ends } from './promote-selectors.ts';

/** Nothing is sent where the bytes are there already. */
export function PromoteSent({ ends: { from }, plan }: { ends: Ends; plan: PromotePlan }) {
  const { way, bytes } = plan;
  const runsOn = from.game?.namespaces.find(({ version_id: id }) => id === from.version?.version_id)?.name_id;
  const where = runsOn ?? from.instance?.name ?? '';
  return (
    <section>
      <h3>{t('What is sent')}</h3>
      <dl className={styles.sent}>
        <dt>{t('Bytes')}</dt>
        <dd>
          {way === 'switch' && <span className={shared.dim}>{t('nothing: all of it is there')}</span>}
          {way === 'send' && bytes !== undefined && (
            <>
              <b>{formatSize(bytes)}</b> <span className={shared.dim}>{t('nothing of it is there yet')}</span>
            </>
          )}
          {way === 'send' && bytes === undefined && <span className={shared.dim}>{t('Size not known')}</span>}
        </dd>
        {way === 'send' && (
          <>
            <dt>{t('Copy')}</dt>
            <dd>
              <span className={shared.grow}>
                {t('from this machine, the same bytes as on {name}', { name: where })}
              </span>
              <small>{t('checked before it is sent')}</small>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
