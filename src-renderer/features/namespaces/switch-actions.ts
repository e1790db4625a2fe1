// Switches a namespace, says what became of it where the person looks, and offers the way back.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { SwitchOutcome } from '../../../src-shared/namespaces/bridge.ts';
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import type { Message, Sentence } from '../../../src-shared/text/message.ts';
import { client } from '../../bridge/client.ts';
import { hashWithin } from '../../routes/route-store.ts';
import { phrase, t, translate } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { endToastOnceSwitched } from './end-toast-once-switched.ts';
import { type NamespacePlace, type SwitchAttempt, useNamespaces, whileBusy } from './namespaces-store.ts';

const UNDO_MS = 10_000;

/** What a person decided on the sheet. */
export type SwitchRequest = {
  place: NamespacePlace;
  version_id: string;
  /** What ran when they decided. */
  from: string;
  confirm?: string | undefined;
  /** What is set before the switch, where that is no longer as the namespace had it. */
  settings?: SettingsToSet | undefined;
  /** How that was set until then, where an undo brings it back as well. */
  before?: SettingsToSet | undefined;
};

/** Settings of a namespace that a switch brings with it. */
export type SettingsToSet = { hosting?: HostingPolicy | undefined; limits?: MatchmakerConfig | undefined };

/** Switches. A sheet that is still open is told what became of it, otherwise a toast says it. */
export async function runSwitch(request: SwitchRequest): Promise<void> {
  const { opened } = useNamespaces.getState();
  tell(request, opened, { state: 'busy' });
  try {
    const outcome = await whileBusy(request.place, 'switching', () => callSwitch(request));
    if (outcome.outcome !== 'switched') {
      tell(request, opened, { state: 'answered', outcome });
      return;
    }
    if (isShown(opened)) useNamespaces.setState({ isOpen: false, attempt: undefined });
    const { confirm, before, version_id, from } = request;
    if (version_id === from) sayRestored(request);
    else sayUndoable(request.place, outcome, { confirm, before });
  } catch (thrown) {
    tell(request, opened, { state: 'failed', error: asAppError(thrown) });
  }
}

async function callSwitch(request: SwitchRequest): Promise<SwitchOutcome> {
  const { place, version_id, from, confirm, settings = {} } = request;
  const { instance_id, game_id, namespace_id } = place;
  const target = { instance_id, game_id, namespace_id, ...(confirm === undefined ? {} : { confirm }) };
  const { hosting, limits } = settings;
  const sets = [
    ...(hosting === undefined ? [] : [() => client.call('namespaces.setHosting', { ...target, hosting })]),
    ...(limits === undefined ? [] : [() => client.call('namespaces.setLimits', { ...target, limits })]),
  ];
  for (const set of sets) {
    const { outcome, sentence } = await set();
    // Without it the running servers would meet another end than the person chose.
    if (outcome !== 'done')
      return {
        outcome: 'not_switched',
        sentence: t('{sentence} So nothing was switched.', { sentence: translate(sentence) }),
      };
  }
  if (version_id === from) return { outcome: 'switched', sentence: '', version_id };
  return await requestSwitch({ ...target, version_id, expected_version_id: from });
}

type SwitchInput = NamespacePlace & { version_id: string; confirm?: string; expected_version_id?: string };

/** Where the connection to the app ends meanwhile, it may come to pass all the same. */
export async function requestSwitch(input: SwitchInput): Promise<SwitchOutcome> {
  try {
    return await client.call('namespaces.switch', input);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'BRIDGE_UNANSWERED') throw error;
    return { outcome: 'unknown', sentence: error.toMessage() };
  }
}

function failureTitle({ outcome }: SwitchOutcome, otherwise: Message): Message {
  return outcome === 'unknown' ? phrase('It is not known whether it switched') : otherwise;
}

/** The version was the same; only settings came back. */
function sayRestored({ place, from, confirm, settings, before }: SwitchRequest): void {
  const undo = () => void undoSwitch({ place, version_id: from, from, confirm, settings: before, before: settings });
  say({ state: 'done', title: phrase('The settings were brought back') }, [{ label: t('Undo'), run: undo }], {
    shownMs: UNDO_MS,
    ...aboutNamespace(place),
  });
}

type Undo = {
  confirm?: string | undefined;
  shownMs?: number;
  note?: Sentence | undefined;
  before?: SettingsToSet | undefined;
};

/** A toast about a switch, with the way back as long as it is shown. */
export function sayUndoable(
  place: NamespacePlace,
  outcome: SwitchOutcome,
  { confirm, shownMs = UNDO_MS, note, before }: Undo = {},
): void {
  const title = translate(outcome.sentence).replace(/\.$/, '');
  const { version_id: now, from_version_id: from } = outcome;
  const about = aboutNamespace(place);
  if (outcome.outcome !== 'switched') {
    const failed = failureTitle(outcome, phrase('Not switched as you asked'));
    say({ state: 'failed', title: failed, detail: outcome.sentence }, [], about);
    return;
  }
  if (now === undefined || from === undefined) {
    say({ state: 'done', title }, [], about);
    return;
  }
  const undo = () => void undoSwitch({ place, version_id: from, from: now, confirm, settings: before });
  const detail = translate(note) ?? t('The version before stays stored, so nothing is uploaded again.');
  const id = say({ state: 'done', title, detail }, [{ label: t('Undo'), run: undo }], { shownMs, ...about });
  let isThere = false;
  endToastOnceSwitched(id, place, (runs) => {
    isThere ||= runs === now;
    // Until the switch is known here it runs what it ran before.
    return runs !== now && (isThere || runs !== from);
  });
}

/** What was said of a namespace, or offered for it, must not stand any longer than until it is switched again. */
export function switchSubject({ namespace_id }: Pick<NamespacePlace, 'namespace_id'>): string {
  return `switch:${namespace_id}`;
}

function aboutNamespace(place: NamespacePlace): { subject: string; hash: string } {
  return { subject: switchSubject(place), hash: hashWithin(place) };
}

async function undoSwitch(request: SwitchRequest): Promise<void> {
  try {
    const outcome = await whileBusy(request.place, 'switching', () => callSwitch(request));
    const state = outcome.outcome === 'switched' ? 'done' : 'failed';
    const title = outcome.outcome === 'switched' ? phrase('Undone') : failureTitle(outcome, phrase('Not undone'));
    say({ state, title, detail: outcome.sentence }, [], aboutNamespace(request.place));
  } catch (thrown) {
    say(
      { state: 'failed', title: phrase('Not undone'), detail: asAppError(thrown).toMessage() },
      [],
      aboutNamespace(request.place),
    );
  }
}

function isShown(opened: number): boolean {
  const state = useNamespaces.getState();
  return state.isOpen && state.opened === opened;
}

function tell({ place }: SwitchRequest, opened: number, attempt: SwitchAttempt): void {
  if (isShown(opened)) {
    useNamespaces.setState({ attempt });
    return;
  }
  if (attempt.state === 'busy') return;
  const detail = attempt.state === 'answered' ? translate(attempt.outcome.sentence) : attempt.error.message;
  const not = phrase('It was not switched');
  const title = attempt.state === 'answered' ? failureTitle(attempt.outcome, not) : not;
  say({ state: 'failed', title, detail }, [], { hash: hashWithin(place) });
}
