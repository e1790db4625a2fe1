// What came from outside, by link or file, and waits for a person: each becomes a question, and is done only when answered
// with yes. A token that came along never leaves this process.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { listSource } from '../../../src-shared/bridge/source.ts';
import type { AnswerOutcome, DesktopAnswer, DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type AddOptions, addRemote } from '../instances/add-remote.ts';
import type { DeviceLinks } from '../instances/device-links.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { LOCAL_ID } from '../instances/local-instance.ts';
import { type ConnectionFile, isConnectionFile, readConnectionFile } from './connection-file.ts';
import { isDeepLink, type LinkRequest, parseDeepLink } from './links.ts';
import { fileQuestion, gameQuestion, linkQuestion, type Question } from './questions.ts';

/** So many wait at most: a page can open links without end. */
const MOST_WAITING = 5;

export type RequestOptions = { instances: InstanceService; links: DeviceLinks; adding: AddOptions };

export type Requests = ReturnType<typeof createRequests>;

type Action = (answer: DesktopAnswer) => Promise<AnswerOutcome>;
type Waiting = { request: DesktopRequest; action: Action; isBusy: boolean };

export function createRequests(options: RequestOptions) {
  const { source, ask, end, find } = createWaitingList();
  return {
    source,
    /** Takes links and connection files out of the words that the app was started with; answers how many there were. */
    take: async (words: readonly string[], from: string): Promise<number> => {
      const ours = words.filter((word) => isDeepLink(word) || (!word.startsWith('-') && isConnectionFile(word)));
      for (const word of ours) await takeOne(options, word, from, ask);
      return ours.length;
    },
    answer: async (answer: DesktopAnswer): Promise<AnswerOutcome> => {
      const found = find(answer.request_id);
      if (!answer.accept) {
        end(answer.request_id);
        return { outcome: 'dismissed' };
      }
      found.isBusy = true;
      try {
        const outcome = await found.action(answer);
        // Certificates and plain http want another yes first.
        if (outcome.outcome !== 'certificate' && outcome.outcome !== 'in_the_clear') end(answer.request_id);
        return outcome;
      } finally {
        found.isBusy = false;
      }
    },
  };
}

function createWaitingList() {
  const source = listSource<DesktopRequest>();
  const waiting = new Map<string, Waiting>();
  return {
    source,
    ask: (question: Question, action: Action) => {
      const isAsked = [...waiting.values()].some(({ request: { id: _id, ...known } }) => isSame(known, question));
      if (isAsked || waiting.size >= MOST_WAITING) return;
      const request = { id: randomUUID(), ...question };
      waiting.set(request.id, { request, action, isBusy: false });
      source.set(request);
    },
    find: (id: string): Waiting => {
      const found = waiting.get(id);
      if (found === undefined) throw new AppError('LINK_REFUSED', 'question.answered-already');
      if (found.isBusy) throw new AppError('LINK_REFUSED', 'question.under-way');
      return found;
    },
    end: (id: string) => {
      waiting.delete(id);
      source.remove(id);
    },
  };
}

type Ask = (question: Question, action: Action) => void;

async function takeOne(options: RequestOptions, word: string, from: string, ask: Ask): Promise<void> {
  try {
    if (isDeepLink(word)) askAboutLink(options, parseDeepLink(word), ask);
    else askAboutFile(options, path.basename(word), await readConnectionFile(path.resolve(from, word)), ask);
  } catch (thrown) {
    const title = messageFor(isDeepLink(word) ? 'question.link-not-followed' : 'question.file-not-used');
    ask({ kind: 'refused', title, sentence: asAppError(thrown).toMessage() }, () =>
      Promise.resolve({ outcome: 'dismissed' }),
    );
  }
}

function isSame(known: Question, question: Question): boolean {
  return JSON.stringify(known) === JSON.stringify(question);
}

function askAboutLink(options: RequestOptions, link: LinkRequest, ask: Ask): void {
  if (link.kind === 'open_game') {
    ask(...openGame(options, link));
    return;
  }
  const { url, name } = link;
  ask(linkQuestion(link), async (answer) => {
    const agreed = agreedTo(answer);
    if (link.kind === 'device_link') return await options.links.start({ url, name, ...agreed });
    if (answer.token === undefined) throw new AppError('TOKEN_MISSING', 'question.token-first');
    return await addRemote(options.adding, { url, name, ...agreed, token: answer.token });
  });
}

function askAboutFile({ adding }: RequestOptions, fileName: string, file: ConnectionFile, ask: Ask): void {
  const { url, name, fingerprint } = file;
  if (file.token !== undefined) adding.onToken(file.token);
  ask(fileQuestion(fileName, file), async (answer) => {
    const token = file.token ?? answer.token;
    if (token === undefined) throw new AppError('TOKEN_MISSING', 'question.token-first');
    const trust = answer.trust_fingerprint ?? fingerprint;
    return await addRemote(adding, { url, name, ...agreedTo(answer), trust_fingerprint: trust, token });
  });
}

function agreedTo({ trust_fingerprint, allow_in_the_clear }: DesktopAnswer) {
  return { trust_fingerprint, allow_in_the_clear };
}

type GameOptions = LinkRequest & { kind: 'open_game' };

function openGame({ instances, adding }: RequestOptions, link: GameOptions): [Question, Action] {
  const { game_id, namespace_id } = link;
  const known = [{ id: LOCAL_ID, name: 'Local', url: LOCAL_ID }, ...adding.store.list()];
  const found = known.find(({ url }) => link.instance === url);
  if (found === undefined) {
    const why = messageFor('link.unknown-instance', { instance: link.instance });
    throw new AppError('LINK_REFUSED', 'link.nothing-done', { why });
  }
  const action = async (): Promise<AnswerOutcome> => {
    const { game } = await instances.find(found.id).client().getGame({ params: { game_id } });
    const isThere = game.namespaces.some((each) => each.namespace_id === namespace_id);
    return {
      outcome: 'opened',
      instance_id: found.id,
      game_id,
      ...(isThere ? { namespace_id } : {}),
    };
  };
  return [gameQuestion(found.name), action];
}
