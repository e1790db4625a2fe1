// Whom a switch meets, on the switch sheet: servers and players by region, as they are right now.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { errorText, plural, t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import sheetStyles from '../../ui/sheet.module.css';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import { formatImpact, type SwitchImpact } from './switch-impact.ts';
import styles from './switch-sheet.module.css';
import { useSwitchFacts } from './switch-store.ts';

type Props = { instance: InstanceView; impact: SwitchImpact; name: string };

/** Live, as the servers of the namespace are followed. */
export function Affected({ instance, impact, name }: Props) {
  const isRead = useSwitchFacts((state) => state.servers !== undefined);
  const problem = useSwitchFacts((state) => errorText(state.serversState.problem));
  const whyNot = translate(instance.why_not?.list_servers) ?? problem;
  const isKnown = isRead && whyNot === undefined;
  return (
    <section aria-labelledby="switch-affected" aria-busy={!isRead}>
      <h3 id="switch-affected">
        {t('Who is affected')}{' '}
        {isKnown && impact.servers > 0 && <span>{t('{impact} right now', { impact: formatImpact(impact) })}</span>}
      </h3>
      {whyNot !== undefined && <p className={sheetStyles.unknown}>{t('Not known. {whyNot}', { whyNot })}</p>}
      {isKnown && <Met instance={instance} impact={impact} name={name} />}
    </section>
  );
}

/** The one region of a service is called Local there, which here is another one. */
function Met({ instance, impact: { regions, servers, byHand }, name }: Props) {
  const [only] = regions.length === 1 ? regions : [];
  const isOwn = only?.name === 'Local' && instance.kind === 'remote';
  return (
    <>
      {servers === 0 ? (
        <p className={sheetStyles.unknown}>
          {t('No servers are running another version on {name}, so nobody is disconnected.', { name })}
        </p>
      ) : (
        <ul className={styles.affected}>
          {regions.map((region) => (
            <li key={region.id}>
              <b>{isOwn ? instance.name : region.name}</b>
              <small>{formatImpact(region)}</small>
            </li>
          ))}
        </ul>
      )}
      {byHand > 0 && (
        <p className={classNames(shared.small, shared.dim, sheetFactsStyles.affectedNote)}>
          {plural(
            byHand,
            '{n} server that somebody started by hand stays as it is.',
            '{n} servers that somebody started by hand stay as they are.',
          )}
        </p>
      )}
    </>
  );
}
