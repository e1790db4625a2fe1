// Why an open switch sheet cannot switch now. Pure.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy, NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { t, translate } from '../../text/t.ts';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';

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
  const off = whyCannotChange(instance) ?? translate(instance.why_not?.switch_version);
  if (off !== undefined) return off;
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
  return isProtected ? whyUnconfirmed(typed, namespace.name_id) : undefined;
}
