// Why a server is as it is, in words.
import type { Server } from '../../src-shared/service/servers.ts';
import { textOf } from '../../src-shared/text/message.ts';

/** What happened, and then what it comes from and what to do. Empty where there is nothing to say. */
export function whyOf({ problem, hint }: Server): string {
  return [problem, hint].flatMap((one) => (one === undefined ? [] : [textOf(one)])).join(' ');
}
