// Answers the window's calls and topics about the desktop around it.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { Source } from '../../../src-shared/bridge/source.ts';
import type { desktopCalls, desktopTopics } from '../../../src-shared/desktop/bridge.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { NoticeLog } from './notice-log.ts';
import type { Requests } from './requests.ts';
import type { WindowCommands } from './window-commands.ts';

type Contract = { calls: typeof desktopCalls; topics: typeof desktopTopics };
type Parts = { requests: Requests; orders: WindowCommands };
type Notices = Pick<NoticeLog, 'addSaid' | 'markRead' | 'forget'>;
type Report = (error: AppError) => string | undefined | void;

export function desktopHandlers({ requests, orders }: Parts, notices: Notices, report: Report): CallHandlers<Contract> {
  return {
    'desktop.answer': requests.answer,
    'desktop.reportError': async ({ message, details }) => {
      const ray_id = report(new AppError('ERROR', 'app.window-failed', { message }, { cause: details }));
      return { ray_id: ray_id ?? null };
    },
    'desktop.orderDone': async ({ order_id: id }) => {
      orders.done(id);
    },
    'desktop.keepNotice': async (said) => notices.addSaid(said),
    'desktop.readNotices': async () => notices.markRead(),
    'desktop.forgetNotices': async () => notices.forget(),
  };
}

export function desktopSources({ requests, orders }: Parts, notices: Source): TopicSources<Contract> {
  return {
    'desktop.requests': () => requests.source,
    'desktop.orders': () => orders.source,
    'desktop.notices': () => notices,
  };
}
