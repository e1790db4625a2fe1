// What the sheet that promotes says: why it cannot go yet, and the whole decision on its button. Pure.
import { ownVersions } from '../../../src-shared/versions/first-version.ts';
import type { PromotePlan } from '../../../src-shared/versions/promote.ts';
import { errorText, phrase, plural, t, translate } from '../../text/t.ts';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import { whyInstanceUnavailable, whyReadOnly } from '../instances/instances-selectors.ts';
import type { Loadable } from '../namespaces/switch-store.ts';
import { type Destination, type Ends, type PromoteDecision, requestOf, targetPlace } from './promote-selectors.ts';
import type { PromoteAttempt, PromoteDraft } from './promote-store.ts';

/** The decision as it stands; undefined while it cannot be made. */
export function decisionOf(ends: Ends, plan: Loadable<PromotePlan>, draft: PromoteDraft): PromoteDecision | undefined {
  const request = requestOf(ends, draft);
  const isOff = whyCannotPromote(ends, plan, draft) !== undefined;
  if (isOff || plan.state !== 'read' || request === undefined) return undefined;
  const { namespace, instance } = ends.to;
  return {
    request,
    place: targetPlace(ends),
    plan: plan.value,
    running: namespace?.version_id,
    confirm: namespace?.isProtected === true ? draft.typed : undefined,
    instanceName: instance?.name ?? '',
  };
}

/** What became of one that did not end well. */
export function resultOf(attempt: Exclude<PromoteAttempt, { state: 'busy' }>) {
  if (attempt.state === 'failed') {
    const isUnknown = attempt.error.code === 'BRIDGE_UNANSWERED';
    const title = isUnknown ? phrase('It is not known whether it was promoted') : phrase('It was not promoted');
    return { title, detail: translate(attempt.error.toMessage()) };
  }
  const { outcome, sentence } = attempt.outcome;
  if (outcome !== 'unknown') return { title: phrase('It was not switched'), detail: translate(sentence) };
  return {
    title: phrase('It is not known whether it switched'),
    detail: `${translate(sentence)} ${t('Promoting again is safe: it ends on the same version.')}`,
  };
}

/** Why it cannot be promoted now; undefined when it can. */
export function whyCannotPromote(
  ends: Ends,
  plan: Loadable<PromotePlan>,
  { typed, name }: PromoteDraft,
): string | undefined {
  const missing = missingAt(ends);
  if (missing !== undefined) return missing;
  const readOnly = whyReadOnly(ends.to.instance);
  if (readOnly !== undefined) return readOnly;
  if (name !== undefined && name.trim() === '') return t('Give the version a name');
  if (plan.state === 'reading') return t('Checking whether it can run there');
  return plan.state === 'failed' ? plan.why : whyPlanBlocks(ends, plan.value, typed);
}

function whyPlanBlocks({ to }: Ends, { problems, version_id: there }: PromotePlan, typed: string): string | undefined {
  const { namespace } = to;
  const [problem] = problems;
  if (problem !== undefined) return errorText(problem);
  if (namespace === undefined) return undefined;
  const { name } = namespace;
  if (there !== undefined && there === namespace.version_id) return t('{name} runs these bytes already', { name });
  return namespace.isProtected ? whyUnconfirmed(typed, name) : undefined;
}

/** What is still to be chosen, or away. */
export function missingAt(ends: Ends): string | undefined {
  return missingSource(ends) ?? missingTarget(ends);
}

function missingSource({ from }: Ends): string | undefined {
  const away = whyInstanceUnavailable(from.instance);
  if (away !== undefined) return away;
  if (from.game_id === undefined) return t('Choose the game that the version belongs to');
  if (from.game === undefined) return t('Loading the game');
  return from.version === undefined ? t('Choose the version') : undefined;
}

function missingTarget({ to }: Ends): string | undefined {
  const { instance } = to;
  if (instance === undefined) return t('Choose where it goes');
  const away = whyInstanceUnavailable(instance);
  if (away !== undefined) return away;
  const missing = to.newGame === undefined ? missingGame(to, instance.name) : undefined;
  if (missing !== undefined) return missing;
  return to.namespace === undefined ? t('Choose a namespace') : undefined;
}

function missingGame({ isRead, game_id, game }: Ends['to'], instance: string): string | undefined {
  if (game !== undefined) return undefined;
  if (game_id !== undefined) return t('Loading the game');
  return isRead ? t('Choose the game on {instance} that it goes to', { instance }) : t('Loading its games');
}

/** The whole decision, as its button says it: game, version, namespace and instance. */
export function formatDecision({ from, to }: Ends, plan: Loadable<PromotePlan>): string {
  if (plan.state !== 'read' || to.namespace === undefined || to.instance === undefined) return t('Promote');
  const { version_name: version, warnings } = plan.value;
  const values = { name: to.namespace.name, instance: to.instance.name, version, game: nameOf(from) ?? '' };
  if (to.newGame !== undefined) return t('Create game and run {version} on {name} of {instance}', values);
  if (to.isOtherGame) return formatOther(values, to.game?.display_name);
  return warnings.length > 0
    ? t('Run {game} {version} on {name} of {instance} anyway', values)
    : t('Run {game} {version} on {name} of {instance}', values);
}

type Values = { name: string; instance: string; version: string; game: string };

function formatOther(values: Values, there = ''): string {
  return t('Run {game} {version} on {name} of {there} on {instance} anyway', { ...values, there });
}

function nameOf({ row, game }: Ends['from']): string | undefined {
  return row?.display_name ?? game?.display_name;
}

/** What stands on the card of an instance: whether the game is there, and what runs. */
export function formatDestination(destination: Destination, from: Ends['from']): string {
  const { instance, twin, isRead } = destination;
  const away = whyInstanceUnavailable(instance);
  if (away !== undefined) return away;
  const name = nameOf(from);
  if (!isRead) return translate(instance.why_not?.list_games) ?? t('Loading its games');
  if (name === undefined) return '';
  return twin === undefined ? t('Does not have {game} yet', { game: name }) : formatThere(destination, name);
}

function formatThere({ game }: Destination, name: string): string {
  const running = new Set(game?.namespaces.map(({ version_id: id }) => id));
  const runs = (game ? ownVersions(game) : [])
    .filter(({ version_id: id }) => running.has(id))
    .map((one) => one.display_name);
  if (runs.length === 0) return t('Has {game}', { game: name });
  const values = { game: name, versions: runs.join(', ') };
  return plural(runs.length, 'Has {game}; {versions} runs there', 'Has {game}; {versions} run there', values);
}
