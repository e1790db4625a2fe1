// Sends the build of the card: creates its game first if asked to, then begins the transfer and shows where it goes.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import type { StartTransfer } from '../../../../src-shared/transfers/bridge.ts';
import { client } from '../../../bridge/client.ts';
import { focusPage } from '../../../routes/focus-page.ts';
import { goTo } from '../../../routes/route-store.ts';
import type { Route } from '../../../routes/routes.ts';
import { t, translate } from '../../../text/t.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { createProblem } from '../../games/games-selectors.ts';
import { openInstance } from '../../instances/instances-actions.ts';
import { sayOnTheWay } from '../../transfers/transfer-news.ts';
import { type CardDraft, type CardProblems, NEW_GAME, type ReadyCard } from './card-model.ts';
import { editedSettings, type Place, typedProblems, withProposal } from './card-selectors.ts';
import { useCard } from './card-store.ts';
import { closeSentCard, decide, isShown, releaseSource } from './choose-actions.ts';

/** What the card shows as settled when its button is pressed. */
export type Settled = { place: Place; version: string; gameName: string; isLaunch: boolean };

/** Every problem is put at its field. What was decided stays. */
export async function upload(settled: Settled): Promise<void> {
  const { card, draft: decided, proposal, busy } = useCard.getState();
  if (card?.step !== 'ready' || busy) return;
  const draft = withProposal(decided, proposal);
  const { settings, problems } = editedSettings(draft, card.examined.report);
  const found = { ...problems, ...typedProblems(draft, settled.place, settled.version, settled.isLaunch) };
  if (Object.keys(found).length > 0) {
    useCard.setState({ problems: found });
    return;
  }
  useCard.setState({ busy: true, problems: {} });
  try {
    const where = await settleGame(card, settled);
    if (where !== undefined) await send(card, settled, where, draft, settings);
  } catch (thrown) {
    fail(card, { whole: whyNotUploaded(asAppError(thrown)) });
  } finally {
    if (isShown(card)) useCard.setState({ busy: false });
  }
}

async function send(
  card: ReadyCard,
  settled: Settled,
  where: Where,
  draft: CardDraft,
  settings: StartTransfer['settings'],
): Promise<void> {
  const { transfer_id: transferId } = await client.call('transfers.start', {
    ...where,
    source_id: card.source.source_id,
    name: settled.version.trim(),
    switch: settled.isLaunch,
    ...(settled.isLaunch && settled.place.isProtected ? { confirm: draft.confirm } : {}),
    keep: [...draft.keep],
    allow_secrets: [...draft.allowSecrets],
    fix_line_ends: draft.fixLineEnds,
    ...(settings === undefined ? {} : { settings }),
  });
  if (isShown(card)) showBoard(where);
  closeSentCard(card);
  announce(settled, where, transferId);
}

/** Where the connection to the app ended meanwhile, the upload may have begun: to press again would make a second version. */
function whyNotUploaded(error: AppError): string {
  const message = translate(error.toMessage());
  return error.code === 'BRIDGE_UNANSWERED'
    ? t('{message} Look at Transfers before you upload it again.', { message })
    : t('{message} Nothing was sent.', { message });
}

type Where = Pick<StartTransfer, 'instance_id' | 'game_id' | 'namespace_id'>;

/** A game that was made stays chosen, so that trying again makes no second one. */
async function settleGame(card: ReadyCard, { place, gameName }: Settled): Promise<Where | undefined> {
  const { instance, namespace } = place;
  if (instance === undefined || namespace === undefined) {
    fail(card, { whole: t('The game has no namespace yet. Create one on its page, then upload.') });
    return undefined;
  }
  if (place.game_id !== NEW_GAME) {
    return { instance_id: instance.id, game_id: place.game_id, namespace_id: namespace.id };
  }
  const game_id = await createGame(card, instance.id, gameName);
  if (game_id === undefined) return undefined;
  if (isShown(card)) decide({ game_id });
  const { namespaces } = await readGame(instance.id, game_id);
  const found = namespaces.find(({ name_id }) => name_id === namespace.name_id) ?? namespaces[0];
  if (found !== undefined) return { instance_id: instance.id, game_id, namespace_id: found.namespace_id };
  fail(card, { whole: t('The game was created, but has no namespace yet. Create one on its page, then upload.') });
  return undefined;
}

async function createGame(card: ReadyCard, instance_id: string, name: string): Promise<string | undefined> {
  try {
    return (await client.call('games.create', { instance_id, display_name: name })).game_id;
  } catch (thrown) {
    const { name: wrong, whole } = createProblem(asAppError(thrown));
    const problem = whole ?? t('The game could not be created.');
    fail(card, wrong.length > 0 ? { game: wrong.join(' ') } : { whole: problem });
    return undefined;
  }
}

/** Where its card was closed meanwhile, a toast says it. */
function fail(card: ReadyCard, problems: CardProblems): void {
  if (isShown(card)) {
    useCard.setState({ problems });
    return;
  }
  const title = t('The upload of {name} could not start', { name: card.source.name });
  say({ state: 'failed', title, detail: Object.values(problems).join(' ') });
  releaseSource(card);
}

function showBoard({ instance_id, game_id, namespace_id }: Where): void {
  openInstance(instance_id);
  const board: Route = { page: 'game', instance_id, game_id };
  goTo(board);
  focusPage(board, `[data-lane="${CSS.escape(namespace_id)}"]`);
}

function announce(
  { version, isLaunch, place: { namespace, instance } }: Settled,
  where: Where,
  transferId: string,
): void {
  const then =
    isLaunch && namespace !== undefined
      ? t('{name_id} is switched to it once it is there.', { name_id: namespace.name_id })
      : t('Nothing is launched.');
  sayOnTheWay({
    transfer_id: transferId,
    version: version.trim(),
    where: instance?.name ?? '',
    detail: then,
    game: where,
  });
}

const PATIENCE_MS = 20_000;

/** Throws in words when the instance does not tell it. */
function readGame(instance_id: string, game_id: string): Promise<GameFull> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      // It may answer before it has given out how it is stopped.
      queueMicrotask(() => stop());
      settle();
    };
    const late = () =>
      reject(new AppError('INSTANCE_UNREACHABLE', { text: t('The instance did not report the game in time.') }));
    const timer = setTimeout(() => end(late), PATIENCE_MS);
    const stop = client.subscribe(
      'game',
      { instance_id, game_id },
      {
        next: ({ game }) => {
          if (game !== null) end(() => resolve(game));
        },
        error: (error) => end(() => reject(error)),
      },
    );
  });
}
