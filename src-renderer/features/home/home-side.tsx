// Beside the games: what needs somebody now, worst first; what is being sent; and the room on this machine.
import { useEffect } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import shared from '../../design/shared.module.css';
import { type Glyph, StateGlyph } from '../../design/state-glyph.tsx';
import { goTo } from '../../routes/route-store.ts';
import { hashOf } from '../../routes/routes.ts';
import { t, translate } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatSize } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { rollBackLane } from '../board/board-actions.ts';
import { whyCannotSwitchOn } from '../board/board-selectors.ts';
import { formatShortWhy, formatTrouble } from '../board/lane-state.ts';
import { inNamespace } from '../instances/in-namespace.ts';
import { openInstance } from '../instances/instances-actions.ts';
import { instanceGlyph, instanceHeadline, nextStep } from '../instances/instances-selectors.ts';
import { useIsBusy } from '../namespaces/namespaces-store.ts';
import { wayBackOf } from '../namespaces/roll-back-selectors.ts';
import { PartMap } from '../transfers/part-map.tsx';
import { formatState, formatWhere } from '../transfers/transfer-format.ts';
import { followParts } from '../transfers/transfers-actions.ts';
import { arranged, percentOf } from '../transfers/transfers-selectors.ts';
import { useTransfers } from '../transfers/transfers-store.ts';
import styles from './home.module.css';
import type { Trouble } from './home-selectors.ts';

type Props = { instances: readonly InstanceView[]; troubles: readonly Trouble[] };

/** So many transfers are shown; the page of transfers has all. */
const MOST_SENT = 4;

export function HomeSide({ instances, troubles }: Props) {
  const list = useTransfers((state) => state.list) ?? [];
  const { live } = arranged(list);
  const away = instances.filter(isTroubled);
  const failed = live.filter(({ status }) => status === 'failed' || status === 'not_confirmed');
  const sent = live.filter((view) => !failed.includes(view)).slice(0, MOST_SENT);
  const count = troubles.length + away.length + failed.length;
  return (
    <aside className={styles.side} aria-label={t('Now')}>
      {count > 0 && (
        <section>
          <div className={styles.bar}>
            <h2>{t('Needs attention')}</h2>
            <span className={classNames(shared.faint, shared.small)}>{count}</span>
          </div>
          {troubles.map((one, n) => (
            <TroubleNeed key={one.namespace.namespace_id} trouble={one} hasSignal={n === 0} />
          ))}
          {away.map((instance) => (
            <AwayNeed key={instance.id} instance={instance} />
          ))}
          {failed.map((view) => (
            <FailedNeed key={view.id} view={view} instance={nameOf(instances, view)} />
          ))}
        </section>
      )}
      {sent.length > 0 && (
        <section>
          <div className={styles.bar}>
            <h2>{t('Transfers')}</h2>
            <span className={shared.grow} />
            <a className={classNames(shared.link, shared.small)} href={hashOf({ page: 'transfers' })}>
              {t('All transfers')}
            </a>
          </div>
          {sent.map((view) => (
            <Sent key={view.id} view={view} instance={nameOf(instances, view)} />
          ))}
        </section>
      )}
      <Storage instances={instances} />
    </aside>
  );
}

/** One that only just connects needs nobody. */
function isTroubled({ state }: InstanceView): boolean {
  return state === 'reconnecting' || state === 'refused' || state === 'stopped';
}

function nameOf(instances: readonly InstanceView[], view: TransferView): string {
  return instances.find(({ id }) => id === view.instance_id)?.name ?? t('a removed instance');
}

type NeedProps = { glyph: Glyph; title: string; text: string; children: React.ReactNode };

function Need({ glyph, title, text, children }: NeedProps) {
  return (
    <div className={styles.need} role="group" aria-label={title}>
      <StateGlyph state={glyph} />
      <b>{title}</b>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </div>
  );
}

/** The topmost has the signal. */
function TroubleNeed({ trouble, hasSignal }: { trouble: Trouble; hasSignal: boolean }) {
  const { instance, game, namespace, place, need } = trouble;
  const { server } = need;
  const { namespace_id, name_id } = namespace;
  const isBusy = useIsBusy({ ...place, namespace_id });
  const back = server.state === 'crashed' ? wayBackOf(game, namespace_id) : undefined;
  const log = hashOf({ page: 'game', ...place, tab: 'servers', namespace_id, server_id: server.id });
  return (
    <Need
      glyph={need.kind !== 'down' ? 'notice' : server.state === 'crashed' ? 'crashed' : 'failed'}
      title={formatNeed(trouble)}
      text={formatWhy(trouble)}
    >
      {back && (
        <Button
          small
          icon="undo"
          kind={hasSignal ? 'primary' : 'plain'}
          busy={isBusy}
          disabledReason={whyCannotSwitchOn(inNamespace(instance, namespace_id))}
          onClick={() => rollBackLane({ ...place, namespace_id }, name_id, back)}
        >
          {t('Roll back to {version}', { version: back.name })}
        </Button>
      )}
      <a data-slot="button" className={classNames(buttonStyles.button, buttonStyles.small)} href={log}>
        {t('Show log')}
      </a>
    </Need>
  );
}

function formatNeed({ instance, game, namespace, need }: Trouble): string {
  const names = { game: game.display_name, namespace: namespace.name_id, instance: instance.name };
  if (need.kind === 'shaky') return t('{game} {namespace} on {instance} crashes again and again', names);
  if (need.kind === 'short') return t('{game} {namespace} on {instance} has too few servers', names);
  return need.kind === 'silent'
    ? t('{game} {namespace} on {instance} is not listening', names)
    : t('{game} {namespace} on {instance} is down', names);
}

function formatWhy({ namespace, need, servers }: Trouble): string {
  if (need.kind === 'silent') return translate(need.server.problem) ?? '';
  if (need.kind === 'short') return formatShortWhy(servers, namespace);
  const { title, text } = formatTrouble(servers, need.server, namespace);
  return asSentences(title, text);
}

/** What a server was told may end as a sentence does. */
function asSentences(lead: string, text: string): string {
  return `${lead.replace(/\.$/, '')}. ${text}`;
}

function AwayNeed({ instance }: { instance: InstanceView }) {
  const now = useNow(instance.state === 'reconnecting');
  const open = () => {
    openInstance(instance.id);
    goTo({ page: 'instance', instance_id: instance.id });
  };
  return (
    <Need
      glyph={instanceGlyph(instance.state)}
      title={instanceHeadline(instance)}
      text={instance.state === 'stopped' ? t('Its servers do not run, and nothing is lost.') : nextStep(instance, now)}
    >
      <Button small onClick={open}>
        {t('Open {name}', { name: instance.name })}
      </Button>
    </Need>
  );
}

type SentProps = { view: TransferView; instance: string };

function titleOf({ game_name, name }: TransferView): string {
  return game_name === undefined ? name : `${game_name} ${name}`;
}

function FailedNeed({ view, instance }: SentProps) {
  const { glyph, lead, text } = formatState(view, instance, 0);
  return (
    <Need glyph={glyph} title={`${titleOf(view)}, ${formatWhere(view, instance)}`} text={asSentences(lead, text)}>
      <a
        data-slot="button"
        className={classNames(buttonStyles.button, buttonStyles.small)}
        href={hashOf({ page: 'transfers' })}
      >
        {t('Show transfer')}
      </a>
    </Need>
  );
}

function Sent({ view, instance }: SentProps) {
  const { id } = view;
  useEffect(() => followParts(id), [id]);
  const map = useTransfers((state) => state.maps[id]);
  const now = useNow(true, 10_000);
  const { glyph, lead, text } = formatState(view, instance, now);
  const percent = percentOf(view);
  return (
    <div className={styles.sent}>
      <StateGlyph state={glyph} />
      <b className={shared.ellipsis} title={titleOf(view)}>
        {titleOf(view)}
      </b>
      <span className={classNames(shared.faint, shared.small, shared.tabular)}>
        {percent === undefined ? '' : `${percent}%`}
      </span>
      <div className={styles.map}>
        <PartMap map={map} form="compact" />
      </div>
      <small>
        <span className={shared.ellipsis}>{formatWhere(view, instance)}</span>
        <span className={classNames(shared.ellipsis, shared.tabular)} title={text}>
          {lead}
        </span>
      </small>
    </div>
  );
}

/** Only this machine tells how much room it has. */
function Storage({ instances }: Pick<Props, 'instances'>) {
  const known = instances.flatMap((one) =>
    one.kind === 'local' && one.free_bytes !== undefined ? [{ name: one.name, free: one.free_bytes }] : [],
  );
  if (known.length === 0) return null;
  return (
    <section>
      <div className={styles.bar}>
        <h2>{t('Storage')}</h2>
      </div>
      {known.map(({ name, free }) => (
        <div key={name} className={styles.disk}>
          <span>{name}</span>
          <span className={classNames(shared.faint, shared.tabular)}>
            {t('{size} free', { size: formatSize(free) })}
          </span>
        </div>
      ))}
    </section>
  );
}
