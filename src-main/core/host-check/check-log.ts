// Where the log of the service goes.
import { readlink, stat } from 'node:fs/promises';
import { messageFor } from '../../../src-shared/text/message.ts';
import { doCommand } from './check-unit.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import { UNIT, type Unit } from './unit.ts';

const { ok, note, warning } = findingsOf('log');

export async function checkLog(unit: Unit | undefined, pid: number | undefined): Promise<HostFinding[]> {
  if (unit?.['LoadState'] === 'loaded') return await checkJournal(unit);
  const target = pid === undefined ? undefined : await readlink(`/proc/${pid}/fd/2`).catch(() => undefined);
  if (target === undefined) return [note(messageFor('host.log-unknown'))];
  if (target === '/dev/null')
    return [warning(messageFor('host.log-nowhere', { pid: pid ?? 0 }), messageFor('host.do-keep-log'))];
  if ((await stat(`/proc/${pid}/fd/2`).catch(() => undefined))?.isFile() === true) {
    return [note(messageFor('host.log-file', { file: target }), messageFor('host.do-rotate', { file: target }))];
  }
  return [ok(messageFor('host.log-passed-on'))];
}

async function checkJournal({ StandardOutput: output = '', StandardError: log = '' }: Unit): Promise<HostFinding[]> {
  const found: HostFinding[] = [];
  if (output !== 'null') {
    const sentence = messageFor('host.token-in-log', { output });
    found.push(warning(sentence, doCommand(`sudo systemctl edit ${UNIT}: [Service] StandardOutput=null`)));
  }
  if (log === 'null') {
    found.push(
      warning(
        messageFor('host.log-nowhere-unit'),
        doCommand(`sudo systemctl edit ${UNIT}: [Service] StandardError=journal`),
      ),
    );
  } else if (/^(?:file|append|truncate):/.test(log)) {
    const file = log.slice(log.indexOf(':') + 1);
    found.push(note(messageFor('host.log-file', { file }), messageFor('host.do-rotate', { file })));
  } else if ((await stat('/var/log/journal').catch(() => undefined)) === undefined) {
    found.push(note(messageFor('host.journal-in-memory'), messageFor('host.do-keep-journal')));
  }
  return found.length === 0 ? [ok(messageFor('host.log-journal'))] : found;
}
