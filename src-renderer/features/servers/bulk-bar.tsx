// What can be done to the servers that are selected, all at once: how many they are, where, who is on them, and the buttons.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { focusIfLost } from '../../routes/focus-page.ts';
import { plural, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { inNamespace } from '../instances/in-namespace.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { type BulkEnding, endServers } from './bulk-actions.ts';
import { isEnded, whyNoRestart } from './server-format.ts';
import styles from './servers.module.css';
import { selectOnly } from './servers-actions.ts';
import { playersOn, type ServerRow } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';

type Props = {
  instance: InstanceView;
  game_id: string;
  namespaces: readonly NamespaceSummary[];
  rows: readonly ServerRow[];
};

/** Comes up with the first that is selected. */
export function BulkBar(props: Props) {
  const { namespaces, rows } = props;
  const selected = useServers((state) => state.selected);
  const [asked, setAsked] = useState<BulkEnding>();
  const servers = rows.flatMap(({ server, isOver }) => (selected.has(server.id) && !isOver ? [server] : []));
  const subjects: Record<BulkEnding, readonly Server[]> = {
    stop: servers.filter((server) => !isEnded(server)),
    restart: servers.filter((server) => whyNoRestart(server) === undefined),
  };
  const instance = whereTheyAre(props.instance, servers);
  useFocusOnceGone(servers.length > 0);
  if (servers.length === 0) return null;
  const press = (ending: BulkEnding) => {
    const request = requestOf(props, ending, subjects[ending]);
    if (request.players > 0 || request.locked.length > 0) setAsked(ending);
    else void request.run({});
  };
  return (
    <div className={classNames(shared.floating, styles.bulk)} role="toolbar" aria-label={t('Selected servers')}>
      <b>{plural(servers.length, '{n} selected', '{n} selected')}</b>
      <span className={classNames(shared.faint, shared.ellipsis, shared.grow)}>{formatWhere(servers, namespaces)}</span>
      <Button
        small
        icon="restart"
        disabledReason={whyNot('restart', instance, subjects.restart)}
        onClick={() => press('restart')}
      >
        {t('Restart')}
      </Button>
      <Button small icon="stop" disabledReason={whyNot('stop', instance, subjects.stop)} onClick={() => press('stop')}>
        {t('Stop')}
      </Button>
      <IconButton icon="x" label={t('Clear the selection')} onClick={() => selectOnly([])} />
      <Asking request={asked && requestOf(props, asked, subjects[asked])} onClose={() => setAsked(undefined)} />
    </div>
  );
}

const abilities = { stop: 'end_server', restart: 'restart_server' } as const;

/** Why nothing is done to them now; undefined where it can be. */
function whyNot(ending: BulkEnding, instance: InstanceView, subjects: readonly Server[]): string | undefined {
  const off = whyCannotChange(instance) ?? translate(instance.why_not?.[abilities[ending]]);
  if (off !== undefined || subjects.length > 0) return off;
  return ending === 'stop' ? t('None of them is running') : t('All of them are draining. Stop them to end them now.');
}

/** With the limits of the most restricted namespace among them. */
function whereTheyAre(instance: InstanceView, servers: readonly Server[]): InstanceView {
  return servers.map((one) => inNamespace(instance, one.environment)).find((one) => one !== instance) ?? instance;
}

/** The bar goes with its last server, and a button that was pressed with it: the focus goes on in the list. */
function useFocusOnceGone(isThere: boolean): void {
  const was = useRef(isThere);
  useEffect(() => {
    if (was.current && !isThere) focusIfLost();
    was.current = isThere;
  }, [isThere]);
}

/** "on prod, 21 players" */
function formatWhere(servers: readonly Server[], namespaces: readonly NamespaceSummary[]): string {
  const ids = new Set(servers.map(({ environment }) => environment));
  const [only] = namespaces.filter(({ namespace_id: id }) => ids.has(id));
  const where =
    ids.size === 1 ? t('on {namespace}', { namespace: only?.name_id ?? '' }) : t('in {n} namespaces', { n: ids.size });
  const players = playersOn(servers);
  if (players === undefined) return where;
  return t('{where}, {players}', { where, players: plural(players, '{n} player', '{n} players') });
}

type Request = {
  ending: BulkEnding;
  count: number;
  players: number;
  /** Whether namespaces are to keep some of them: what a person stopped is started again by nobody else. */
  hasKept: boolean;
  /** The protected namespaces: each asks for its name. */
  locked: readonly NamespaceSummary[];
  run: (typed: Readonly<Record<string, string>>) => Promise<void>;
};

function requestOf({ instance, game_id, namespaces }: Props, ending: BulkEnding, servers: readonly Server[]): Request {
  const here = new Set(servers.filter((one) => !isEnded(one)).map(({ environment }) => environment));
  const locked = namespaces.filter(
    ({ namespace_id }) => here.has(namespace_id) && isProtected(instance, { game_id, namespace_id }),
  );
  return {
    ending,
    count: servers.length,
    players: playersOn(servers) ?? 0,
    hasKept: servers.some(({ kept }) => kept === true),
    locked,
    run: (typed) =>
      endServers(
        ending,
        servers.map(({ id: server_id, environment: namespace_id }) => {
          const confirm = typed[namespace_id];
          const target = { instance_id: instance.id, game_id, namespace_id, server_id };
          return confirm === undefined ? target : { ...target, confirm };
        }),
      ),
  };
}

function formatAct({ ending, count }: Request): string {
  if (ending === 'stop') return plural(count, 'Stop {n} server', 'Stop {n} servers');
  return plural(count, 'Restart {n} server', 'Restart {n} servers');
}

/** Asks where somebody plays, or a namespace is protected. */
function Asking({ request, onClose }: { request: Request | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={request === undefined ? '' : formatAct(request)}
      text={request && formatWhatFollows(request)}
    >
      {request !== undefined && <Form request={request} onClose={onClose} />}
    </Dialog>
  );
}

function formatWhatFollows({ ending, players, hasKept }: Request): string {
  const who =
    players === 0
      ? t('Nobody plays on them now.')
      : plural(
          players,
          '{n} player is on them and will be disconnected.',
          '{n} players are on them and will be disconnected.',
        );
  return ending === 'stop' && hasKept ? `${who} ${t('None start in their place until you start them again.')}` : who;
}

/** The button is off until all names fit exactly. */
function Form({ request, onClose }: { request: Request; onClose: () => void }) {
  const { locked, run } = request;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const off = locked.map(({ namespace_id: id, name_id: name }) => whyUnconfirmed(typed[id], name)).find(Boolean);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off !== undefined) return;
    onClose();
    void run(typed);
  };
  return (
    <form noValidate onSubmit={submit}>
      {locked.length > 0 && (
        <div className={dialogStyles.body}>
          {locked.map(({ namespace_id: id, name_id: name }) => (
            <Field
              key={id}
              label={t('Type {name} to confirm', { name })}
              name={`confirm-${id}`}
              value={typed[id] ?? ''}
              onValue={(next) => setTyped({ ...typed, [id]: next })}
            />
          ))}
        </div>
      )}
      <div className={dialogStyles.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="bad" disabledReason={off}>
          {formatAct(request)}
        </Button>
      </div>
    </form>
  );
}
