// The head of the first page for a remote: where it is, how it answers, and what it cannot do.
import type { RemoteView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { plural, t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatSince } from '../../ui/format.ts';
import { StateLabel } from '../../ui/state-label.tsx';
import { useNow } from '../../ui/use-now.ts';
import { lastAnswered } from '../instances/how-old.ts';
import { instanceAddress, instanceGlyph } from '../instances/instances-selectors.ts';
import styles from './welcome.module.css';
import { formatRemoteState, isOfThisMachine, remoteFacts } from './welcome-selectors.ts';

/** What is not offered is said in full, closed until it is asked for. */
export function RemoteTop({ instance }: { instance: RemoteView }) {
  const now = useNow(false);
  const why = Object.entries(instance.why_not ?? {});
  const address = (
    <>
      <span className={classNames(shared.mono, shared.strong)}>{instanceAddress(instance)}</span>
      <CopyButton text={instance.url} label={t('Copy the service address')} />
    </>
  );
  const at = instance.stale_since === undefined ? undefined : lastAnswered(instance);
  const lastSeen = at === undefined ? undefined : formatSince(at, now);
  return (
    <>
      <p className={styles.subtitle}>
        {isOfThisMachine(instance)
          ? rich('Its address {address} is one of this machine: another service here, or a tunnel to one elsewhere.', {
              address,
            })
          : rich('What is sent to {address} leaves this machine, and players can reach it.', { address })}
      </p>
      <p className={classNames(styles.facts, shared.dim)}>
        <StateLabel state={instanceGlyph(instance.state)}>{formatRemoteState(instance)}</StateLabel>
        {remoteFacts(instance).map((fact) => (
          <span key={fact} className={shared.tabular}>
            {fact}
          </span>
        ))}
      </p>
      {instance.protected_namespaces.length > 0 && (
        <p className={shared.dim}>
          {t(
            'Protected namespaces ask for their name on this computer. Whoever switches them from elsewhere is not asked.',
          )}
        </p>
      )}
      {why.length > 0 && (
        <details className={styles.whyNot}>
          <summary>{formatMissing(why.length, lastSeen)}</summary>
          <ul>
            {why.map(([ability, sentence]) => (
              <li key={ability}>{translate(sentence)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function formatMissing(count: number, since: string | undefined): string {
  return since === undefined
    ? plural(count, '{n} feature not available', '{n} features not available')
    : plural(count, '{n} feature not available, as of {since}', '{n} features not available, as of {since}', { since });
}
