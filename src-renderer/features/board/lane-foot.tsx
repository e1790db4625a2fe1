// The foot of a lane: what to do with the namespace now. Join its server and roll back; or, where it has none that should be there,
// why, and the way out.
import type { MouseEvent, ReactNode } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { type Glyph, StateGlyph } from '../../design/state-glyph.tsx';
import { focusAfter } from '../../routes/focus-page.ts';
import { hashOf } from '../../routes/routes.ts';
import { plural, t, translate } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { openSwitch, targetOf } from '../namespaces/namespaces-actions.ts';
import { versionName } from '../namespaces/namespaces-selectors.ts';
import { type NamespacePlace, useIsBusy } from '../namespaces/namespaces-store.ts';
import { OpenClient } from '../servers/clients/open-client.tsx';
import { restartServer } from '../servers/servers-actions.ts';
import { useServers } from '../servers/servers-store.ts';
import { StopHolder } from '../servers/stop-holder.tsx';
import { formatHeld, waitsFor } from '../servers/waiting.ts';
import styles from './board.module.css';
import { rollBackLane } from './board-actions.ts';
import { whyCannotSwitchOn } from './board-selectors.ts';
import { joinable } from './joinable.ts';
import {
  formatShort,
  formatShortWhy,
  formatSilent,
  formatTrouble,
  hasNoPorts,
  type LaneServers,
} from './lane-state.ts';
import { useWayBack } from './use-way-back.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  namespace: NamespaceSummary;
  place: NamespacePlace;
  servers: LaneServers;
  isBusy: boolean;
};

/** Beside the button that switches, the server with most room, and the way back. */
export function LaneFoot(props: Props) {
  const { place, servers } = props;
  const open = joinable(servers);
  return (
    <div className={styles.foot}>
      <span>
        <SwitchButton {...props} />
      </span>
      <div className={styles.join}>
        {open !== undefined && <JoinAt place={place} {...open} />}
        {hasNoPorts(servers) && <NoPorts />}
      </div>
      <RollBackButton {...props} />
    </div>
  );
}

/** What is wrong leaves others to join: one of before, or the one that runs now. */
function StillJoin({ place, servers }: Pick<Props, 'place' | 'servers'>) {
  const open = joinable(servers);
  if (open === undefined) return null;
  return (
    <div className={classNames(styles.join, styles.still)}>
      <JoinAt place={place} {...open} />
    </div>
  );
}

function NoPorts() {
  const text = t('No port is set, so there is no address to join. Add one when you upload, or in slipway.json.');
  return (
    <span className={classNames(shared.dim, shared.ellipsis)} title={text}>
      {text}
    </span>
  );
}

type JoinProps = NonNullable<ReturnType<typeof joinable>> & Pick<Props, 'place'>;

function JoinAt({ place, server, address, protocol, more }: JoinProps) {
  return (
    <>
      <span className={shared.faint}>{t('Join at')}</span>
      <span className={classNames(shared.mono, shared.strong, shared.ellipsis)}>{address}</span>
      <CopyButton text={address} label={t('Copy the address {address}', { address })} />
      <span className={classNames(shared.faint, styles.protocol)}>{protocol}</span>
      <OpenClient target={{ ...targetOf(place), server_id: server.id }} server={server} isPlain />
      {more > 0 && <span className={shared.faint}>{plural(more, '{n} more', '{n} more')}</span>}
    </>
  );
}

/** Opens the sheet on any version. */
export function SwitchButton({ instance, place, isBusy }: Pick<Props, 'instance' | 'place' | 'isBusy'>) {
  return (
    <Button small disabledReason={whyCannotSwitchOn(instance)} busy={isBusy} onClick={() => openSwitch(place)}>
      {t('Switch version')}
      <Icon name="chevron-down" size={12} />
    </Button>
  );
}

type RollBackProps = Pick<Props, 'instance' | 'game' | 'namespace' | 'place'> & { hasSignal?: boolean };

/** Names the version that it goes to; nothing where there is none. */
export function RollBackButton({ instance, game, namespace, place, hasSignal }: RollBackProps) {
  const back = useWayBack(place, game, namespace);
  const isBusy = useIsBusy(place);
  if (!back) return null;
  return (
    <Button
      small
      icon="undo"
      kind={hasSignal ? 'primary' : 'plain'}
      busy={isBusy}
      disabledReason={whyCannotSwitchOn(instance)}
      onClick={() => rollBackLane(place, namespace.name_id, back)}
    >
      {t('Roll back to {version}', { version: back.name })}
    </Button>
  );
}

/** Why a namespace that is to have servers has none, and what can be done. The topmost of them has the signal. */
export function DownFoot(props: Props & { server: Server; hasSignal: boolean }) {
  const { game, namespace, place, servers, server, hasSignal } = props;
  const { title, text } = formatTrouble(servers, server, namespace);
  const canGoBack = Boolean(useWayBack(place, game, namespace)) && server.state === 'crashed';
  return (
    <div className={classNames(styles.foot, styles.down)} role="alert">
      <Why glyph="crashed" title={title} text={text} />
      <div className={styles.ways}>
        <ShowLog {...props} />
        <SwitchButton {...props} />
        {!canGoBack && <AgainButton {...props} label={t('Try again')} />}
        {canGoBack && <RollBackButton {...props} hasSignal={hasSignal} />}
      </div>
    </div>
  );
}

/** A server of it runs, and nobody can join that one. */
export function SilentFoot(props: Props & { server: Server }) {
  return <NoticeFoot {...props} title={formatSilent(props.servers)} text={translate(props.server.problem) ?? ''} />;
}

/** It runs again after it crashed over and over, and may crash again in a moment. */
export function ShakyFoot(props: Props & { server: Server }) {
  const { namespace, servers, server } = props;
  return <NoticeFoot {...props} {...formatTrouble(servers, server, namespace)} />;
}

/** Others run, but what failed is started no more. */
export function ShortFoot(props: Props & { server: Server }) {
  const { servers, namespace } = props;
  return (
    <NoticeFoot {...props} title={formatShort(servers, namespace)} text={formatShortWhy(servers, namespace)}>
      <AgainButton {...props} label={t('Try again')} />
    </NoticeFoot>
  );
}

type NoticeProps = Props & { server: Server; title: string; text: string; children?: ReactNode };

function NoticeFoot({ title, text, children, ...props }: NoticeProps) {
  return (
    <div className={classNames(styles.foot, styles.down, styles.silent)} role="status">
      <Why glyph="notice" title={title} text={text} />
      <div className={styles.ways}>
        <ShowLog {...props} />
        {children ?? <SwitchButton {...props} />}
        <RollBackButton {...props} />
      </div>
      <StillJoin {...props} />
    </div>
  );
}

/** The new version is not there yet: what its server waits for ends by and by, or now. */
export function WaitingFoot(props: Props & { server: Server }) {
  const { instance, game, namespace, place, servers, server } = props;
  const holder = waitsFor(server, servers.list ?? []);
  const version = versionName(game, namespace.version_id);
  return (
    <div className={classNames(styles.foot, styles.down, styles.silent)} role="status">
      <Why
        glyph="notice"
        title={t('{version} waits for players to leave', { version })}
        text={formatHeld(server)}
        more={translate(server.problem)}
      />
      <div className={styles.ways}>
        {holder !== undefined && (
          <StopHolder instance={instance} place={place} namespace={namespace.name_id} holder={holder} />
        )}
        <RollBackButton {...props} />
      </div>
      <StillJoin {...props} />
    </div>
  );
}

type WhyProps = {
  glyph: Glyph;
  title: string;
  text: string;
  /** What the text has no room for. */
  more?: string | undefined;
};

function Why({ glyph, title, text, more = text }: WhyProps) {
  return (
    <div className={styles.why}>
      <StateGlyph state={glyph} />
      <b>{title}</b>
      <span className={classNames(shared.clampedText, shared.grow)} title={more}>
        {text}
      </span>
    </div>
  );
}

function ShowLog({ place, server }: Pick<Props, 'place'> & { server: Server }) {
  const { instance_id, game_id, namespace_id } = place;
  return (
    <a
      data-slot="button"
      className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.small)}
      href={hashOf({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id, server_id: server.id })}
    >
      {t('Show log')}
    </a>
  );
}

/** Somebody stopped what it keeps: nobody can join until it is started again. */
export function StoppedFoot(props: Props & { server: Server }) {
  return (
    <div className={styles.foot} role="status">
      <span>
        <SwitchButton {...props} />
      </span>
      <div className={styles.join}>
        <StateGlyph state="stopped" />
        <span>{t('Its server was stopped. Nobody can join.')}</span>
      </div>
      <AgainButton {...props} label={t('Start again')} hasSignal={false} />
    </div>
  );
}

type AgainProps = Pick<Props, 'instance' | 'place'> & { server: Server; label: string; hasSignal?: boolean };

/** Starts the same server again. */
function AgainButton({ instance, place, server, label, hasSignal }: AgainProps) {
  const isBusy = useServers((state) => state.busy[server.id] !== undefined);
  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const next = await restartServer({ ...targetOf(place), server_id: server.id });
    if (next !== undefined) focusAfter(currentTarget, `[data-lane="${CSS.escape(place.namespace_id)}"]`);
  };
  return (
    <Button
      small
      icon="restart"
      kind={hasSignal ? 'primary' : 'plain'}
      busy={isBusy}
      disabledReason={whyCannotChange(instance) ?? translate(instance.why_not?.restart_server)}
      onClick={(event) => void press(event)}
    >
      {label}
    </Button>
  );
}
