// Answers the window's calls and topics about newer versions.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { updateCalls, updateTopics } from '../../../src-shared/updates/bridge.ts';
import type { News } from './news.ts';
import type { UpdateService } from './update-service.ts';

type Contract = { calls: typeof updateCalls; topics: typeof updateTopics };
type Parts = { updates: UpdateService; news: News };

export function updateHandlers({ updates, news }: Parts): CallHandlers<Contract> {
  return {
    'updates.check': updates.check,
    'updates.load': updates.load,
    'updates.install': updates.install,
    'updates.newsRead': async () => {
      news.read();
    },
  };
}

export function updateSources({ updates, news }: Parts): TopicSources<Contract> {
  return { updates: () => updates.source, 'updates.news': () => news.source };
}
