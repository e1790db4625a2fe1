// Opens the sheet that promotes a version, finds out what a promotion would do, and asks for it.
import { z } from 'zod';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { buildKind } from '../../../src-shared/service/builds.ts';
import type { PromoteOutcome, PromotePlan, PromotionRequest } from '../../../src-shared/versions/promote.ts';
import { client } from '../../bridge/client.ts';
import type { PromoteRequest } from '../../routes/promote-request.ts';
import { goTo, hashWithin } from '../../routes/route-store.ts';
import { t } from '../../text/t.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { gameKey } from '../games/place-keys.ts';
import { closeNamespaceLayer } from '../namespaces/namespaces-actions.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { sayUndoable } from '../namespaces/switch-actions.ts';
import { type Loadable, useSwitchFacts } from '../namespaces/switch-store.ts';
import { sayOnTheWay } from '../transfers/transfer-news.ts';
import type { PromoteDecision } from './promote-selectors.ts';
import { type PromoteAttempt, type PromoteDraft, usePromote } from './promote-store.ts';
import { resultOf } from './promote-words.ts';

/** What was said otherwise for the other side, by version. */
const namesAndKinds = createDrafts<Pick<PromoteDraft, 'name' | 'kind'>>(
  'promotion',
  z.object({ name: z.string().optional(), kind: buildKind.optional() }),
);

/** Opens it for what is known already, with what was typed before and not sent. The switch sheet makes room. */
export function openPromote(request: PromoteRequest): void {
  const draft = { ...request, asksVersion: request.version === undefined };
  closeNamespaceLayer();
  const kept = namesAndKinds.read(draft.version ?? '');
  useSwitchFacts.setState(useSwitchFacts.getInitialState(), true);
  const opened = usePromote.getState().opened + 1;
  const fresh = { ...usePromote.getInitialState(), isOpen: true, opened, draft: { ...kept, ...draft, typed: '' } };
  usePromote.setState(fresh, true);
}

/** Closes it. What is under way goes on, and what was typed is kept. */
export function closePromote(): void {
  usePromote.setState({ isOpen: false });
}

/** Closes it, and lets go of what was typed. */
export function cancelPromote(): void {
  closePromote();
  namesAndKinds.keep(usePromote.getState().draft.version ?? '', undefined);
}

/** Changes what was chosen. Another place wants its own name typed. */
export function choosePromotion(change: Partial<PromoteDraft>): void {
  const isElsewhere = 'toInstance' in change || 'toGame' in change || 'namespace' in change;
  const typed = isElsewhere ? { typed: '' } : {};
  const draft = { ...usePromote.getState().draft, ...typed, ...change };
  usePromote.setState({ draft, attempt: undefined });
  namesAndKinds.keep(draft.version ?? '', { name: draft.name, kind: draft.kind });
}

const PAUSE_MS = 200;

/** Finds out what a promotion would do, a moment after the last key. What is answered after the answer is called is dropped. */
export function followPlan(request: PromotionRequest): () => void {
  usePromote.setState({ plan: { state: 'reading' } });
  return later(
    () => client.call('versions.checkPromote', request),
    PAUSE_MS,
    (plan) => usePromote.setState({ plan }),
  );
}

/** Compares what a namespace runs with what would come to it. */
export function followComparison(
  request: PromotionRequest,
  place: NamespacePlace,
  running: string,
  plan: PromotePlan,
): () => void {
  usePromote.setState({ comparison: { state: 'reading' } });
  const { instance_id, game_id, version_id: version } = request.from;
  const elsewhere = { to_version_id: version, to_place: { instance_id, game_id } };
  const to = plan.version_id === undefined ? elsewhere : { to_version_id: plan.version_id };
  const input = { ...place, from_version_id: running, ...to };
  return later(
    () => client.call('versions.compare', input),
    0,
    (comparison) => usePromote.setState({ comparison }),
  );
}

/** Asks the instance whether a new game may be called so. One that does not check names says so when the game is made. */
export function followNameCheck(instance_id: string, display_name: string): () => void {
  usePromote.setState({ nameCheck: { state: 'reading' } });
  const ask = async () => {
    const { errors } = await client.call('games.validateNames', { instance_id, display_name });
    return errors.map(({ path }) => path.join(' '));
  };
  return later(ask, 0, (nameCheck) => usePromote.setState({ nameCheck }));
}

/** Reads which bytes the versions of a game are. */
export function followHashes(instance_id: string, game_id: string): () => void {
  const ask = () => client.call('versions.hashes', { instance_id, game_id });
  const key = gameKey({ instance_id, game_id });
  return later(ask, 0, (loaded) => usePromote.setState(({ hashes }) => ({ hashes: { ...hashes, [key]: loaded } })));
}

function later<T>(ask: () => Promise<T>, pauseMs: number, keep: (loaded: Loadable<T>) => void): () => void {
  let isOver = false;
  const read = async () => {
    try {
      const value = await ask();
      if (!isOver) keep({ state: 'read', value });
    } catch (thrown) {
      if (!isOver) keep({ state: 'failed', why: asAppError(thrown).message });
    }
  };
  const timer = setTimeout(() => void read(), pauseMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Asks for it. What is sent goes on in Transfers, and is said there; a sheet that is still open is told why it was refused, otherwise a toast says it. */
export async function runPromote(decision: PromoteDecision): Promise<void> {
  const { request, place, plan, running, confirm } = decision;
  const { opened } = usePromote.getState();
  tell(decision, opened, { state: 'busy' });
  const answers = { confirm, anyway: plan.warnings.length > 0, expected_version_id: running };
  try {
    const outcome = await client.call('versions.promote', { ...request, ...answers });
    if (outcome.switched !== undefined && outcome.switched.outcome !== 'switched') {
      tell(decision, opened, { state: 'answered', outcome: outcome.switched });
      return;
    }
    namesAndKinds.keep(request.from.version_id, undefined);
    if (isShown(opened)) usePromote.setState({ isOpen: false, attempt: undefined });
    if (outcome.switched !== undefined && place !== undefined) sayUndoable(place, outcome.switched, { confirm });
    else sayArrival(outcome, decision);
  } catch (thrown) {
    tell(decision, opened, { state: 'failed', error: asAppError(thrown) });
  }
}

function isShown(opened: number): boolean {
  const state = usePromote.getState();
  return state.isOpen && state.opened === opened;
}

function tell({ request, place }: PromoteDecision, opened: number, attempt: PromoteAttempt): void {
  if (isShown(opened)) {
    usePromote.setState({ attempt });
    return;
  }
  if (attempt.state === 'busy') return;
  const { title, detail } = resultOf(attempt);
  say({ state: 'failed', title, detail }, [], { hash: hashWithin(place ?? request.from) });
}

function sayArrival({ plan, transfer_id }: PromoteOutcome, { request: { to }, instanceName }: PromoteDecision): void {
  const detail = t('Its namespace is switched once all bytes are there. Closing the window does not stop it.');
  const game = 'game_id' in to ? { game: to } : {};
  sayOnTheWay({ transfer_id, version: plan.version_name, where: instanceName, detail, ...game }, [
    { label: t('Show transfers'), run: () => goTo({ page: 'transfers' }) },
  ]);
}
