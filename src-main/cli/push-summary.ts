// The summary of a push in Markdown, for the page of a pipeline's job: into --summary FILE, and where GitHub says that it wants one.
import { appendFileSync, writeFileSync } from 'node:fs';
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { size } from '../../src-shared/size-text.ts';
import type { CommandIo } from './command-io.ts';

export const summaryHelp: readonly [string, string] = [
  '--summary FILE',
  'Also write how it went as Markdown, for the page of a job (GITHUB_STEP_SUMMARY gets it by itself)',
];

/** Of the last line of a push, what people want to see. */
export type Summed = {
  state: string;
  name?: string;
  version_id?: string | null;
  sha256?: string | null;
  bytes_sent?: number;
  bytes_total?: number | null;
  outcome?: string;
  servers?: { keeps: number; state: string; addresses: string[] };
  health?: string;
  problem?: { code: string; message: string };
};

/** A push that went well has not failed because nobody could be told: that is said, and no more. */
export function writeSummary(io: CommandIo, file: string | undefined, summed: Summed, problem?: string): void {
  const text = summaryOf(summed, problem);
  const wanted = io.env['GITHUB_STEP_SUMMARY'];
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (thrown) {
      io.stderr.write(`Warning  The summary could not be written. ${asAppError(thrown).message}\n`);
    }
  };
  if (file !== undefined) attempt(() => writeFileSync(file, text));
  if (wanted !== undefined && wanted !== '') attempt(() => appendFileSync(wanted, text));
}

const glyphs: Readonly<Record<string, string>> = { done: '✅', paused: '⏸️', not_confirmed: '❔' };

export function summaryOf(summed: Summed, problem = summed.problem?.message): string {
  const { state, name, version_id: id, sha256, bytes_sent: sent = 0, bytes_total: total, outcome, servers } = summed;
  const isWell = problem === undefined && state === 'done';
  const rows: [string, string][] = [
    ...(typeof id === 'string' ? [['Version', `${cell(name ?? '')} \`${id}\``] satisfies [string, string]] : []),
    ...(typeof total === 'number' ? [['Sent', `${size(sent)} of ${size(total)}`] satisfies [string, string]] : []),
    ...(typeof sha256 === 'string' ? [['SHA-256', `\`${sha256}\``] satisfies [string, string]] : []),
    ...(servers === undefined ? [] : [['Servers', serversText(servers)] satisfies [string, string]]),
    ...(problem === undefined ? [] : [['Problem', cell(problem)] satisfies [string, string]]),
  ];
  const title = isWell ? (outcome ?? `${name ?? 'The build'} is there.`) : `Push of ${name ?? 'a build'}: ${state}`;
  const lines = rows.map(([what, text]) => `| ${what} | ${text} |`);
  const glyph = isWell ? glyphs['done'] : (glyphs[state === 'done' ? '' : state] ?? '❌');
  return [`### ${glyph} ${cell(title)}`, '', '| | |', '|---|---|', ...lines, '', ''].join('\n');
}

function serversText({ keeps, state, addresses }: NonNullable<Summed['servers']>): string {
  const where = addresses.map((one) => `\`${one.replaceAll('`', '')}\``).join(', ');
  return `keeps ${keeps}: ${state}${where === '' ? '' : `, ${where}`}`;
}

/** A name from elsewhere is text in a cell of a table, and nothing else. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\|<>`*_[\]!#]/g, '\\$&');
}
