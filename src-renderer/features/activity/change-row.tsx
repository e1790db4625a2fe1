// One change: its sentence, who and where below it, what else there is to know, and where it leads.
import type { KeyboardEvent, ReactNode } from 'react';
import type { ActivityChange } from '../../../src-shared/activity/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf, type Route } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { counted, formatClock, formatCount } from '../../ui/format.ts';
import styles from './activity.module.css';
import { formatAside, formatUnder, glyphOf, keptBy, namespaceOf, versionText } from './changes-selectors.ts';

type Props = {
  change: ActivityChange;
  instance_id: string;
  game: GameFull;
  isStop: boolean;
  onFocus: () => void;
};

/** Enter follows where it leads. */
export function ChangeRow({ change, instance_id, game, isStop, onFocus }: Props) {
  const namespace = namespaceOf(game, change);
  const under = formatUnder(change, namespace);
  const enter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) event.currentTarget.querySelector('a')?.click();
  };
  return (
    <li
      className={styles.change}
      data-change={change.id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows go from row to row, and Enter follows its link
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={enter}
    >
      <StateGlyph state={glyphOf[change.kind]} />
      <div>
        <span>{sentenceOf(change, namespace)}</span>
        {under !== '' && (
          <small className={shared.ellipsis} title={under}>
            {under}
          </small>
        )}
      </div>
      <span className={classNames(shared.faint, shared.ellipsis, styles.aside)}>{formatAside(change)}</span>
      <Way change={change} place={{ instance_id, game_id: game.game_id }} />
      <time className={shared.tabular} dateTime={new Date(change.at).toISOString()}>
        {formatClock(change.at)}
      </time>
    </li>
  );
}

function sentenceOf(change: ActivityChange, name: string | undefined): ReactNode {
  const namespace = <b>{name ?? t('a deleted namespace')}</b>;
  const version = <b>{versionText(change.version)}</b>;
  switch (change.kind) {
    case 'deployed':
      return rich('{version} deployed to {namespace}', { version, namespace });
    case 'rolled_back':
      return rich('{before} rolled back on {namespace}', { before: <b>{versionText(change.before)}</b>, namespace });
    case 'crashed':
      return crashOf(change.count ?? 1, namespace, version);
    case 'uploaded':
      return rich('{version} uploaded', { version });
    default:
      return change.server_id === undefined ? settingOf(change, namespace) : serverOf(change, namespace);
  }
}

function serverOf({ kind, server_id: id = '' }: ActivityChange, namespace: ReactNode): ReactNode {
  const server = <b>{shortServerId(id)}</b>;
  if (kind === 'network') return rich('Network of {server} changed', { server });
  if (kind === 'server_started') return rich('{server} started on {namespace}', { server, namespace });
  if (kind === 'server_crashed') return rich('{server} crashed on {namespace}', { server, namespace });
  if (kind === 'server_killed') return rich('{server} killed on {namespace}', { server, namespace });
  if (kind === 'server_restarted') return rich('{server} restarted on {namespace}', { server, namespace });
  return rich('{server} stopped on {namespace}', { server, namespace });
}

function crashOf(count: number, namespace: ReactNode, version: ReactNode): ReactNode {
  if (count === 1) return rich('{namespace} crashed on {version}', { namespace, version });
  return rich('{namespace} crashed {n} times on {version}', { namespace, n: formatCount(count), version });
}

function settingOf(change: ActivityChange, namespace: ReactNode): ReactNode {
  const { kind, name } = change;
  const made = <b>{name}</b>;
  if (kind === 'limits') return rich('Limits of {namespace} changed', { namespace });
  if (kind === 'hosting') {
    const count = keptBy(change);
    return count === undefined
      ? rich('Servers of {namespace} changed', { namespace })
      : rich('{namespace} keeps {servers} now', { namespace, servers: counted(count, 'server') });
  }
  if (name === undefined) return kind === 'token_created' ? t('A token was created') : t('A namespace was created');
  return kind === 'token_created'
    ? rich('Token {name} created', { name: made })
    : rich('Namespace {name} created', { name: made });
}

const ends: ReadonlySet<ActivityChange['kind']> = new Set(['server_stopped', 'server_killed', 'server_restarted']);

/** To the server that crashed, or to the moment in the history of its namespace. */
function Way({ change, place }: { change: ActivityChange; place: { instance_id: string; game_id: string } }) {
  const { kind, namespace_id, server_id, at } = change;
  const base = { page: 'game', ...place, namespace_id } as const;
  if (server_id !== undefined && !ends.has(kind)) {
    return <Link to={{ ...base, tab: 'servers', server_id }}>{t('Open the server')}</Link>;
  }
  if (kind === 'deployed' || kind === 'rolled_back') {
    return (
      <Link to={{ ...base, tab: 'history', at }} isQuiet>
        {t('Compare')}
      </Link>
    );
  }
  return <span />;
}

function Link({ to, isQuiet = false, children }: { to: Route; isQuiet?: boolean; children: ReactNode }) {
  return (
    <a
      data-slot="button"
      className={classNames(buttonStyles.button, buttonStyles.small, isQuiet && buttonStyles.quiet)}
      href={hashOf(to)}
      tabIndex={-1}
    >
      {children}
    </a>
  );
}
