// Whether the token of whoever collects figures is closed to others, and good where the service runs.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findRunningService } from '../../../embedded-server/index.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemCode, systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor, messageOf } from '../../../src-shared/text/message.ts';
import { isOpen, type Owner } from './check-folder.ts';
import { findingsOf, type HostFinding } from './finding.ts';

export async function checkMetrics(folder: string, owner: Owner, isAnswering: boolean): Promise<HostFinding[]> {
  const { ok, note, warning } = findingsOf('metrics');
  const file = path.join(folder, 'metrics-token');
  try {
    const { mode } = await stat(file);
    if (isOpen({ mode })) {
      return [warning(messageFor('host.metrics-open', { file }), messageFor('host.do-new-metrics-token', { file }))];
    }
    if (isAnswering && (await isTurnedAway(folder, (await readFile(file, 'utf8')).trim()))) {
      return [warning(messageFor('host.metrics-refused', { file }), messageFor('host.do-restart'))];
    }
    return [ok(messageFor('host.metrics-fine', { file, user: owner.name }))];
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return [note(messageFor('host.metrics-none', { file }))];
    const why = thrown instanceof AppError ? messageOf(thrown) : systemReason(thrown);
    return [warning(messageFor('host.metrics-unreadable', { file, why }), messageFor('host.do-as-root'))];
  }
}

const ASKED_MS = 5_000;

/** False as well where nothing answers: that is said of the port. */
async function isTurnedAway(folder: string, token: string): Promise<boolean> {
  const running = await findRunningService(folder).catch(() => undefined);
  // With a certificate the address is the public one, and the token is for nobody on the way there.
  if (running?.url.startsWith('http://') !== true) return false;
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(ASKED_MS);
  const answer = await fetch(`${running.url}/metrics`, { headers, signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 401;
}
