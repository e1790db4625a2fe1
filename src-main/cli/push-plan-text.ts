// What `slipway push --dry-run` says: to programs in one line of JSON, to people as the dry run of a pack and what would come of it.
import { size } from '../../src-shared/size-text.ts';
import type { PushPlan, PushPlanOptions } from '../core/transfers/push/push-plan.ts';
import { plain } from './output.ts';
import { surveyText } from './pack-text.ts';

/** `game` and `namespace` as the command named them, for where there is none yet. */
type At = {
  instance: string;
  place: PushPlanOptions['place'];
  game: string;
  namespace: string | undefined;
};

/** Documented, as the result of a push is. */
export function planFields({ instance, place, game, namespace }: At, plan: PushPlan): object {
  const known = place && { game_id: place.game.game_id, namespace_id: place.namespace.namespace_id };
  return { event: 'plan', instance, game, namespace, is_new_game: place === undefined, ...known, ...plan };
}

const tokens = { owner: "the owner's", cloud: 'for one game', service: 'for one namespace' } as const;

export function planText({ instance, place, game, namespace }: At, plan: PushPlan): string {
  const { name = 'not known, as it cannot be packed', survey, sends, last_build: last } = plan;
  const lines: [string, string][] = [
    ['Instance', instance],
    ['Game', place?.game.name_id ?? `${game}, which would be made`],
    ['Version', name],
    ...(sends === undefined ? [] : sendLines(sends)),
    ['Before', last === undefined ? 'no build that is known' : beforeText(last, survey)],
    ['Switch', namespace === undefined ? 'none, as no --namespace is named' : switchText(namespace, plan)],
    ['Token', tokenText(plan)],
    ...plan.warnings.map((sentence): [string, string] => ['Warning', sentence]),
    ...plan.problems.map(({ message }): [string, string] => ['Stops it', message]),
  ];
  const table = lines.map(([title, text]) => `${title.padEnd(9)} ${plain(text)}\n`).join('');
  return `${survey === undefined ? '' : `${surveyText(survey)}\n`}${table}Nothing was sent, and nothing was changed.\n`;
}

function tokenText({ token, token_can: can }: PushPlan): string {
  if (token === undefined) return 'the instance does not tell what it may do';
  return can === undefined ? tokens[token] : `may do: ${can.join(', ')}`;
}

function sendLines(sends: NonNullable<PushPlan['sends']>): [string, string][] {
  const { parts, bytes_total: total, bytes_reused: reused, sha256 } = sends;
  const where = parts === undefined ? '' : ` in ${parts === 1 ? '1 part' : `${parts} parts`}`;
  const rest = reused === 0 ? '' : `, of ${size(total)}: the rest is taken from the build before`;
  return [
    ['Sends', `${size(total - reused)}${where}${rest}`],
    ['SHA-256', sha256],
  ];
}

function beforeText({ name }: NonNullable<PushPlan['last_build']>, survey: PushPlan['survey']): string {
  const difference = survey?.difference;
  if (difference === undefined) return `${name}; what differs is not known`;
  const { added, changed, removed, same } = difference;
  return `${name}: ${added.length} added, ${changed.length} changed, ${removed.length} removed, ${same} the same`;
}

function switchText(namespace: string, { name = 'this version', runs_now: now }: PushPlan): string {
  if (now === undefined) return `${namespace} to ${name}, if the new game has a namespace of that name`;
  if (now.is_empty) return `${namespace}, which runs nothing yet, to ${name}`;
  return `${namespace} from ${now.name ?? now.version_id} to ${name}`;
}
