// One server from close by: its life, what it uses, its ports, what it runs, its network and its log.
import { useEffect } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { ServerDetail, ServerTarget } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { ServerLan } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { errorText, t, translate } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatClock } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import paneStyles from '../../ui/pane.module.css';
import { inNamespace } from '../instances/in-namespace.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { rollBack } from '../namespaces/namespaces-actions.ts';
import { useIsBusy } from '../namespaces/namespaces-store.ts';
import type { WayBack } from '../namespaces/roll-back-selectors.ts';
import { BundleDialog } from './clients/bundle-dialog.tsx';
import { ClientTiles } from './clients/client-tiles.tsx';
import { CommandDialog } from './clients/command-dialog.tsx';
import { CrashPanel } from './crash-panel.tsx';
import { blamesVersion } from './crash-record.ts';
import { Gauges } from './gauges.tsx';
import styles from './inspector.module.css';
import { InspectorHead } from './inspector-head.tsx';
import { LanShare } from './lan/lan-share.tsx';
import { LifeBar } from './life-bar.tsx';
import { ConsoleField } from './log/console-field.tsx';
import { LogView } from './log/log-view.tsx';
import { NetworkSimulation } from './network-simulation.tsx';
import { Ports } from './ports.tsx';
import { RestartNote } from './restart-note.tsx';
import { RuntimeFacts } from './runtime-facts.tsx';
import { formatExit, isEnded, isTrouble } from './server-format.ts';
import { followServer, restartServer } from './servers-actions.ts';
import { useServers } from './servers-store.ts';
import { StopHolder } from './stop-holder.tsx';
import { whyCannotCreate } from './table-bar.tsx';
import { waitsFor } from './waiting.ts';

/** Opens how a build differs from that of a version; undefined where that is not known. */
export type CompareBuilds = (build_id: string, version_id: string) => (() => void) | undefined;

type Props = {
  instance: InstanceView;
  target: ServerTarget;
  versions: readonly VersionSummary[];
  /** The name id of its namespace. */
  namespace: string;
  /** What the namespace runs, since when, and which version it goes back to: null for none, undefined where that is not known. */
  runs: {
    version_id: string;
    deploy_ts: string | undefined;
    back: WayBack | null | undefined;
    well: { name: string; ran_ms: number } | undefined;
  };
  compare: CompareBuilds;
  onClose: () => void;
  onOpen: (server_id: string) => void;
};

/** The list knows the server at once; everything else comes as soon as it was read. */
export function Inspector({ instance: whole, target, versions, namespace, runs, compare, onClose, onOpen }: Props) {
  const { instance_id, game_id, namespace_id, server_id } = target;
  const instance = inNamespace(whole, namespace_id);
  useEffect(
    () => followServer({ instance_id, game_id, namespace_id, server_id }),
    [instance_id, game_id, namespace_id, server_id],
  );
  const listed = useServers((state) => state.list?.find(({ id }) => id === server_id));
  const detail = useServers((state) => state.detail);
  // The list is told about a change at once; what is read each second may be a second behind.
  const server = listed ?? detail?.server ?? undefined;
  if (server === undefined) return <Missing message={errorText(detail?.problem)} onClose={onClose} />;
  return (
    <section
      data-slot="pane"
      className={paneStyles.pane}
      aria-label={t('Server {id}', { id: shortServerId(server.id) })}
    >
      <InspectorHead
        instance={instance}
        target={target}
        server={server}
        namespace={namespace}
        version={versions.find(({ version_id: id }) => id === server.version)?.display_name}
        hasWays={blamesVersion(server, runs.version_id)}
        onCompare={comparisonOf(server, runs, compare)}
        onClose={onClose}
        onOpen={onOpen}
      />
      <LifeBar instance_id={instance.id} server={server} />
      <Happened instance={instance} target={target} server={server} namespace={namespace} runs={runs} onOpen={onOpen} />
      <RestartNote server={server} target={target} namespace={namespace} />
      <Age detail={detail} name={instance.name} />
      <div className={styles.seen}>
        <Seen instance={instance} target={target} server={server} detail={detail} versions={versions} />
        <ClientTiles server_id={server.id} />
      </div>
      <LogView key={server.id} target={target} opensAtError={isTrouble(server)} />
      {!isEnded(server) && instance.why_not?.server_console === undefined && (
        <ConsoleField key={server.id} target={target} />
      )}
      <CommandDialog target={target} server={server} />
      <BundleDialog target={target} />
    </section>
  );
}

type SeenProps = Pick<Props, 'instance' | 'target' | 'versions'> & { server: Server; detail: ServerDetail | undefined };

const unread: Pick<ServerDetail, 'inspection' | 'points'> = { inspection: null, points: [] };

/** What its instance tells beyond that it is there. */
function Seen({ instance, target, server, detail, versions }: SeenProps) {
  const seen = detail?.inspection ?? undefined;
  return (
    <>
      {/* One that crashed uses nothing and nobody reaches it: its log needs the room. */}
      {!isTrouble(server) && (
        <>
          <Use instance={instance} server={server} detail={detail} />
          <Ports key={server.id} server={server} seen={seen} off={whyCannotCreate(instance)} />
        </>
      )}
      <OnThisNetwork instance={instance} target={target} server={server} lan={seen?.lan} />
      <div className={styles.facts}>
        <RuntimeFacts
          instance={instance}
          server={server}
          command={seen?.command}
          pid={seen?.pid}
          isolation={seen?.isolation}
          versions={versions}
        />
        {!isEnded(server) && (
          <NetworkSimulation instance={instance} target={target} server={server} inspection={seen} />
        )}
      </div>
    </>
  );
}

type LanProps = Pick<SeenProps, 'instance' | 'target' | 'server'> & { lan: ServerLan | undefined };

/** A network is shared only by the machine that this window is on. */
function OnThisNetwork({ instance, target, server, lan }: LanProps) {
  if (lan === undefined || instance.kind !== 'local' || isEnded(server)) return null;
  return <LanShare key={server.id} target={target} server={server} lan={lan} />;
}

function Use({ instance, server, detail }: Pick<SeenProps, 'instance' | 'server' | 'detail'>) {
  const why = translate(instance.why_not?.inspect_server);
  if (why !== undefined) return <p className={classNames(paneStyles.note, shared.faint)}>{why}</p>;
  const { inspection, points } = detail ?? unread;
  // It ended before it was measured twice: there is no line to draw, and its log needs the room.
  if (isEnded(server) && detail !== undefined && points.length < 2) return null;
  return <Gauges server={server} points={points} inspection={inspection ?? undefined} />;
}

function Age({ detail, name }: { detail: ServerDetail | undefined; name: string }) {
  if (detail?.stale_since === undefined) return null;
  return (
    <p className={classNames(paneStyles.note, shared.wait)} role="status">
      {t('As of {clock}.', { clock: formatClock(detail.stale_since) })}{' '}
      {errorText(detail.problem) ?? t('{name} does not answer now.', { name })}
    </p>
  );
}

/** What is wrong with one that lives and what to do, or how it ended, in the place where a person looks first. */
function Trouble({
  instance,
  target,
  server,
  namespace,
}: Pick<WaysProps, 'instance' | 'target' | 'server' | 'namespace'>) {
  const holder = useServers(({ list }) => waitsFor(server, list ?? []));
  const ended = formatExit(server);
  const [problem, hint] = [translate(server.problem), translate(server.hint)];
  if (problem !== undefined && !isEnded(server)) {
    return (
      <div className={classNames(styles.trouble, styles.isWaiting)} role="status">
        <StateGlyph state="notice" />
        <p className={shared.grow}>
          <b>{problem}</b> {hint}
        </p>
        {holder !== undefined && (
          <StopHolder instance={instance} place={target} namespace={namespace} holder={holder} />
        )}
      </div>
    );
  }
  const words = [ended, problem, hint].filter(Boolean).join(' ');
  return words === '' ? null : <p className={classNames(paneStyles.note, shared.dim)}>{words}</p>;
}

type WaysProps = Pick<Props, 'instance' | 'target' | 'namespace' | 'runs'> & { server: Server };

/** What a crash came to, or what else is to be said of it. */
function Happened({ onOpen, ...props }: WaysProps & Pick<Props, 'onOpen'>) {
  const { instance, server, namespace, runs } = props;
  if (server.problem === undefined || !isTrouble(server)) return <Trouble {...props} />;
  return (
    <CrashPanel
      instance_id={instance.id}
      server={server}
      namespace={namespace}
      switched={runs.deploy_ts}
      well={server.kept === false ? undefined : runs.well}
      onOpen={onOpen}
      ways={<Ways {...props} />}
    />
  );
}

/** With the version that is gone back to. */
function comparisonOf({ runtime }: Server, { back }: Props['runs'], compare: CompareBuilds): ReturnType<CompareBuilds> {
  return back === undefined || back === null ? undefined : compare(runtime.build, back.version_id);
}

/** The ways out of a crash, as long as the namespace runs the version that crashed. */
function Ways({ instance, target, server, namespace, runs }: WaysProps) {
  const isBusy = useServers((state) => state.busy[server.id] !== undefined);
  const isBack = useIsBusy(target);
  const { back } = runs;
  if (!blamesVersion(server, runs.version_id)) return null;
  const off = whyCannotChange(instance);
  const words =
    back === undefined || back === null
      ? t('Roll back {name}', { name: namespace })
      : t('Roll back {name} to {version}', { name: namespace, version: back.name });
  return (
    <div className={styles.ways}>
      {back !== null && (
        <Button
          kind="primary"
          icon="undo"
          busy={isBack}
          disabledReason={off ?? translate(instance.why_not?.switch_version)}
          onClick={() => void rollBack(target, back?.version_id)}
        >
          {words}
        </Button>
      )}
      <Button
        icon="restart"
        busy={isBusy}
        disabledReason={off ?? translate(instance.why_not?.restart_server)}
        onClick={() => void restartServer(target)}
      >
        {t('Restart now')}
      </Button>
      {back === null && <span className={shared.dim}>{t('No earlier version ran well here')}</span>}
    </div>
  );
}

function Missing({ message, onClose }: { message: string | undefined; onClose: () => void }) {
  if (message === undefined) return <section data-slot="pane" className={paneStyles.pane} aria-busy="true" />;
  return (
    <section data-slot="pane" className={classNames(paneStyles.pane, styles.missing)}>
      <InlineError
        title={t('This server cannot be shown')}
        actions={
          <button
            type="button"
            data-slot="button"
            className={classNames(buttonStyles.button, buttonStyles.small)}
            onClick={onClose}
          >
            {t('Back to the list')}
          </button>
        }
      >
        {t('{message} Servers that ended long ago are forgotten.', { message })}
      </InlineError>
    </section>
  );
}
