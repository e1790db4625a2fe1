// Follows the calls that fit the filter, and asks for what a person can do with one.

import type { ActivityFilter, ActivityRow } from '../../../src-shared/activity/bridge.ts';
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { phrase, t } from '../../text/t.ts';
import { copyText } from '../../ui/copy-text.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { filterOf, fits, withNews } from './activity-selectors.ts';
import { type ActivityQuery, useActivity } from './activity-store.ts';
import type { FoldState } from './fold-calls.ts';

const PAGE = 200;
/** Ends with the filter that is followed, as does what was asked for it. */
let followed = new AbortController().signal;

/** Mirrors the calls about a game, or all of them, as the filter says, until the answer is called. */
export function followActivity(query: ActivityQuery, game_id: string): () => void {
  const filter = filterOf(query, game_id);
  const controller = new AbortController();
  followed = controller.signal;
  reading = false;
  let newest: ActivityRow[] = [];
  useActivity.setState({ rows: undefined, hasMore: false, problem: undefined });
  const put = () => {
    const { rows } = useActivity.getState();
    if (rows !== undefined && !controller.signal.aborted) useActivity.setState({ rows: withNews(rows, newest) });
  };
  const stop = client.subscribe(
    'activity',
    {},
    {
      next: (live) => {
        // The list is empty only after it was cleared, here or elsewhere.
        if (live.length === 0 && newest.length > 0) useActivity.setState({ rows: [], hasMore: false });
        newest = live.filter((row) => fits(row, filter));
        put();
      },
    },
  );
  void readPage(filter, undefined, controller.signal).then(put);
  return () => {
    controller.abort();
    stop();
  };
}

async function readPage(filter: ActivityFilter, before: string | undefined, signal: AbortSignal): Promise<void> {
  try {
    const input = { ...filter, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { rows, has_more: hasMore } = await client.call('activity.page', input, { signal });
    if (signal.aborted) return;
    useActivity.setState((state) => ({ rows: withNews(state.rows ?? [], rows), hasMore, problem: undefined }));
  } catch (thrown) {
    if (!signal.aborted) useActivity.setState({ problem: asAppError(thrown).message });
  }
}

let reading = false;

/** Reads older calls, when there are any. */
export async function readOlder(game_id: string): Promise<void> {
  const { query, rows, hasMore } = useActivity.getState();
  const last = rows?.at(-1);
  if (reading || !hasMore || last === undefined) return;
  const signal = followed;
  reading = true;
  await readPage(filterOf(query, game_id), last.id, signal);
  if (!signal.aborted) reading = false;
}

/** Shows other calls. */
export function changeQuery(change: Partial<ActivityQuery>): void {
  useActivity.setState(({ query }) => ({ query: { ...query, ...change } }));
}

/** Shows reads of one address as one row, or each call. */
export function foldRepeated(isFolded: boolean): void {
  useActivity.setState({ isFolded });
}

/** Opens or closes the row of an address. */
export function setFold(key: string, state: FoldState): void {
  useActivity.setState(({ folds }) => ({ folds: { ...folds, [key]: state } }));
}

/** Looks at one call from close by. */
export async function openCall(id: string): Promise<void> {
  const opened = leaveCall();
  const isNewest = () => useActivity.getState().opened === opened;
  try {
    const detail = await client.call('activity.get', { id });
    if (isNewest()) useActivity.setState({ detail });
  } catch (thrown) {
    if (isNewest()) useActivity.setState({ detail: undefined, detailProblem: asAppError(thrown).message });
  }
}

/** Looks at no call any more. */
export function closeCall(): void {
  leaveCall();
  useActivity.setState({ detail: undefined });
}

/** Forgets what was asked for the call before. The answer is the number of the one that is opened now. */
function leaveCall(): number {
  const opened = useActivity.getState().opened + 1;
  const nothing = { detailProblem: undefined, replay: undefined, replayProblem: undefined, isReplaying: false };
  useActivity.setState({ ...nothing, opened });
  return opened;
}

/** The call as a command line. The token is a name in it. */
export async function copyCurl(id: string): Promise<void> {
  try {
    const { text } = await client.call('activity.curl', { id });
    const detail = t('It uses $SLIPWAY_TOKEN in place of the token.');
    if (await copyText(text)) say({ state: 'done', title: phrase('Copied as curl'), detail });
    else say({ state: 'failed', title: phrase('The system did not allow copying'), detail: text });
  } catch (thrown) {
    tell(t('The call was not copied'), asAppError(thrown));
  }
}

/** Asks an instance what was asked before. Both answers are then shown, while that call is. */
export async function replayCall(id: string, instance_id: string): Promise<void> {
  const isShown = () => useActivity.getState().detail?.id === id;
  useActivity.setState({ isReplaying: true, replayProblem: undefined });
  try {
    const answer = await client.call('activity.replay', { id, instance_id });
    if (isShown()) useActivity.setState({ isReplaying: false, replay: { instance_id, answer } });
  } catch (thrown) {
    const replayProblem = asAppError(thrown).message;
    if (isShown()) useActivity.setState({ isReplaying: false, replay: undefined, replayProblem });
  }
}

/** Saves the calls that are shown as an HTTP Archive. */
export async function saveHar(game_id: string): Promise<void> {
  try {
    const { text } = await client.call('activity.har', filterOf(useActivity.getState().query, game_id));
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href: url, download: 'slipway-activity.har' }).click();
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say({
      state: 'done',
      title: phrase('Saved slipway-activity.har'),
      detail: phrase('Tokens and other secrets are masked in it.'),
    });
  } catch (thrown) {
    tell(t('The calls were not saved'), asAppError(thrown));
  }
}

/** Forgets all calls, of all instances. */
export async function clearActivity(): Promise<void> {
  try {
    await client.call('activity.clear', {});
    closeCall();
    useActivity.setState({ rows: [], hasMore: false });
  } catch (thrown) {
    tell(t('The calls were not cleared'), asAppError(thrown));
  }
}

function tell(title: string, { message }: AppError): void {
  say({ state: 'failed', title, detail: message });
}
