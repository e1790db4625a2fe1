// Answers the window's calls and topics about what came from outside.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { desktopCalls, desktopTopics } from '../../../src-shared/desktop/bridge.ts';
import type { Requests } from './requests.ts';

type Contract = { calls: typeof desktopCalls; topics: typeof desktopTopics };

export function desktopHandlers(requests: Requests): CallHandlers<Contract> {
  return { 'desktop.answer': requests.answer };
}

export function desktopSources(requests: Requests): TopicSources<Contract> {
  return { 'desktop.requests': () => requests.source };
}
