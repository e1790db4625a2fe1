// How many files and connections the service may have open.
import { readFile } from 'node:fs/promises';
import { messageFor } from '../../../src-shared/text/message.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import type { Unit } from './unit.ts';

/** Connections that the service takes at once, beside its files. */
const WANTED = 20_000;
const LEAST = 1_024;

export async function checkOpenFiles(unit: Unit | undefined, pid: number | undefined): Promise<HostFinding[]> {
  if (process.platform !== 'linux') return [];
  const files = findingsOf('open files');
  const limit = unitLimit(unit) ?? (await limitOf(pid ?? 'self'));
  if (limit === undefined) return [];
  if (limit >= WANTED) return [files.ok(messageFor('host.files-enough', { limit }))];
  const finding = limit < LEAST ? files.stop : files.warning;
  return [finding(messageFor('host.files-few', { limit, wanted: WANTED }), messageFor('host.do-more-files'))];
}

function unitLimit(unit: Unit | undefined): number | undefined {
  const text = unit?.['LoadState'] === 'loaded' ? unit['LimitNOFILE'] : undefined;
  return text === undefined || text === '' ? undefined : numberOf(text);
}

/** The hard one: Node raises its own to that. */
async function limitOf(pid: number | 'self'): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '');
  const [, hard] = /^Max open files\s+\S+\s+(\S+)/m.exec(text) ?? [];
  return hard === undefined ? undefined : numberOf(hard);
}

function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}
