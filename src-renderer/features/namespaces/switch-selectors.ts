// What follows from an open switch sheet: why it cannot be switched now, what is asked again. Pure.
import type { ChangedElsewhere } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy, NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { t, translate } from '../../text/t.ts';
import { formatDuration } from '../../ui/format.ts';
import { whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { versionName } from './namespaces-selectors.ts';

/** A decision as it stands on the sheet. */
export type SwitchDraft = {
  /** What ran when the sheet was opened, or looked at again. */
  from: string;
  version_id: string | undefined;
  typed: string;
  /** What is to happen to running servers, once it was chosen; by the settings of the namespace until then. */
  onSwitch?: HostingPolicy['on_version_switch'];
};

type Known = {
  instance: InstanceView;
  game: GameFull;
  namespace_id: string;
  isProtected: boolean;
  /** Whether settings come back with it, which makes sense on the same version too. */
  restores?: boolean;
};

/** Why the switch cannot be asked for now; undefined when it can. */
export function whyCannotSwitch(draft: SwitchDraft, known: Known): string | undefined {
  const { instance, game, namespace_id } = known;
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const away = whyInstanceUnavailable(instance);
  if (away !== undefined) return away;
  if (instance.is_read_only)
    return t('{instance} is marked read-only here. Remove read-only first', { instance: instance.name });
  const unable = translate(instance.why_not?.switch_version);
  if (unable !== undefined) return unable;
  return namespace === undefined ? t('This namespace is gone') : whyNotThis(draft, known, namespace);
}

function whyNotThis(
  { from, version_id, typed }: SwitchDraft,
  { game, isProtected, restores }: Known,
  namespace: NamespaceSummary,
): string | undefined {
  if (version_id === undefined) return t('Choose a version first');
  if (!game.versions.some(({ version_id: id }) => id === version_id))
    return t('This version was deleted. Choose another one');
  if (namespace.version_id !== from) return t('It was switched meanwhile. Look at what it runs now first');
  if (namespace.version_id === version_id && restores !== true)
    return t('{name_id} runs this version already', { name_id: namespace.name_id });
  if (isProtected && typed !== namespace.name_id) return t('Type {name} to confirm', { name: namespace.name_id });
  return undefined;
}

/** What somebody changed while the sheet was open, in a sentence; undefined when nothing did. */
export function changedMeanwhile(
  game: GameFull,
  {
    namespace_id,
    from,
    changes,
    now,
  }: { namespace_id: string; from: string; changes: readonly ChangedElsewhere[]; now: number },
): string | undefined {
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  if (namespace === undefined || namespace.version_id === from) return undefined;
  const seen = changes.find(
    ({ namespace_id: id, version_id: version }) => id === namespace_id && version === namespace.version_id,
  );
  const seconds = seen === undefined ? 0 : Math.round((now - seen.seen_at) / 1000);
  const when =
    seconds > 0
      ? t('{time} ago', { time: seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000) })
      : t('just now');
  const values = { name: namespace.name_id, when, version: versionName(game, namespace.version_id) };
  if (seen === undefined) return t('{name} was changed from here {when}: it runs {version} now.', values);
  return seen.by_service === true
    ? t('{name} was rolled back by Slipway itself {when}: it runs {version} now.', values)
    : t('{name} was changed by someone else {when}: it runs {version} now.', values);
}
