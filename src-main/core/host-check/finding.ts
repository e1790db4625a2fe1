// What a check of this machine found: in one word how bad it is, what and why in a sentence, and what to do about it.
import type { Message } from '../../../src-shared/text/message.ts';

/** `stop`: with it the service does not start, or nobody reaches it, or no server runs. */
export type Severity = 'ok' | 'note' | 'warning' | 'stop';

export type CheckName =
  | 'isolation'
  | 'options'
  | 'unit'
  | 'package'
  | 'data'
  | 'space'
  | 'records'
  | 'backup'
  | 'port'
  | 'player ports'
  | 'certificate'
  | 'address'
  | 'metrics'
  | 'log'
  | 'open files'
  | 'clock';

export type HostFinding = {
  check: CheckName;
  severity: Severity;
  sentence: Message;
  /** Only where there is something to do. */
  hint?: Message;
};

/** Findings of one check. */
export function findingsOf(check: CheckName) {
  const finding = (severity: Severity) => (sentence: Message, hint: Message) => ({ check, severity, sentence, hint });
  return {
    ok: (sentence: Message): HostFinding => ({ check, severity: 'ok', sentence }),
    note: (sentence: Message, hint?: Message): HostFinding =>
      hint === undefined ? { check, severity: 'note', sentence } : { check, severity: 'note', sentence, hint },
    warning: finding('warning'),
    stop: finding('stop'),
  };
}
