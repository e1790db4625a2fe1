// What a lane says to what is held over it, or to a version that is picked for it by keyboard. Pure.

import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import { plural, t } from '../../text/t.ts';
import { versionName } from '../namespaces/namespaces-selectors.ts';
import { whyCannotSwitchOn } from './board-selectors.ts';
import { type LaneServers, laneCounts } from './lane-state.ts';

/** What is offered to a lane: a version of the game, or files from outside, which are only uploaded with Shift. */
export type Offered = { version_id: string; name: string } | 'files' | 'upload';

/** What a lane says to it: what will happen, or why it does not take it. */
export type LaneOffer = { isTaken: boolean; title: string; text: string; reason?: string };

type LaneContext = { instance: InstanceView; game: GameFull; namespace: NamespaceSummary; servers: LaneServers };

/** Whether files that are dropped here are launched; elsewhere they only become a version. */
export function takesFiles(row: LaneContext): boolean {
  return laneOffer('files', row, false).isTaken;
}

/** The words of a lane that something is held over, or that is picked by keyboard. */
export function laneOffer(offered: Offered, row: LaneContext, isPicked: boolean): LaneOffer {
  const { instance, namespace } = row;
  const off = whyCannotSwitchOn(instance);
  if (off !== undefined)
    return { isTaken: false, title: t('{name_id} takes nothing now', { name_id: namespace.name_id }), text: off };
  if (offered === 'files') return filesOffer(row);
  return offered === 'upload' ? uploadOffer() : versionOffer(offered, row, isPicked);
}

const uploadOffer = (): LaneOffer => ({
  isTaken: true,
  title: t('Drop to upload only'),
  text: t('It becomes a version. No namespace is switched to it.'),
});

function filesOffer({ instance, game, namespace, servers }: LaneContext): LaneOffer {
  const { name_id: name, namespace_id } = namespace;
  if (isProtected(instance, { game_id: game.game_id, namespace_id })) {
    const text = t('It becomes a version that {name} can be switched to, which asks for its name.', { name });
    return { isTaken: false, title: t('{name} is protected, drop uploads only', { name }), text };
  }
  const { servers: count } = laneCounts(servers);
  const now = count === undefined || count === 0 ? [] : [formatRun(count)];
  const text = [...now, t('You see what is in it before anything is sent. Hold Shift to upload only.')].join(' ');
  return { isTaken: true, title: t('Drop to upload and launch on {name}', { name }), text };
}

function formatRun(count: number): string {
  return plural(count, '{n} server runs there now.', '{n} servers run there now.');
}

function versionOffer({ version_id, name }: Exclude<Offered, string>, row: LaneContext, isPicked: boolean): LaneOffer {
  const { namespace, game } = row;
  if (namespace.version_id === version_id) {
    const text = t('Take it to another namespace, or choose another version.');
    return { isTaken: false, title: t('{name_id} runs {name} already', { name_id: namespace.name_id, name }), text };
  }
  const { version_id: before } = namespace;
  const text =
    before === firstVersion(game)?.version_id
      ? t('Nothing runs here yet. You see what changes before it is switched.')
      : t('It runs {version} now. You see what changes before it is switched.', { version: versionName(game, before) });
  const title = isPicked
    ? t('Press Enter to switch {name_id} to {name}', { name_id: namespace.name_id, name })
    : t('Drop to switch {name_id} to {name}', { name_id: namespace.name_id, name });
  return { isTaken: true, title, text };
}
