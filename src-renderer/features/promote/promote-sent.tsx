// What a promotion sends, on its sheet: how many bytes, of which copy.
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { formatPacked } from '../../ui/format.ts';
import styles from './promote.module.css';
import type { Ends } from './promote-selectors.ts';

/** Nothing is sent where the bytes are there already. */
export function PromoteSent({ ends: { from }, plan: { way, bytes } }: { ends: Ends; plan: PromotePlan }) {
  return (
    <section>
      <h3>{t('What is sent')}</h3>
      <dl className={styles.sent}>
        <dt>{t('Bytes')}</dt>
        <dd>
          {way === 'switch' && <span className={shared.dim}>{t('nothing: all of it is there')}</span>}
          {way === 'send' && <Size bytes={bytes} />}
        </dd>
        {way === 'send' && <Copy from={from} />}
      </dl>
    </section>
  );
}

function Size({ bytes }: { bytes: number | undefined }) {
  if (bytes === undefined) return <span className={shared.dim}>{t('Size not known')}</span>;
  return (
    <>
      <b>{formatPacked(bytes)}</b> <span className={shared.dim}>{t('nothing of it is there yet')}</span>
    </>
  );
}

function Copy({ from: { game, instance, version } }: Pick<Ends, 'from'>) {
  const runsOn = game?.namespaces.find(({ version_id: id }) => id === version?.version_id)?.name_id;
  const name = runsOn ?? instance?.name ?? '';
  return (
    <>
      <dt>{t('Copy')}</dt>
      <dd>
        <span className={shared.grow}>{t('from this machine, the same bytes as on {name}', { name })}</span>
        <small>{t('checked before it is sent')}</small>
      </dd>
    </>
  );
}
