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
  // The last thing that a command does: what is written later would be lost where it ends.
  /* oxlint-disable node/no-sync */
  if (file !== undefined) attempt(() => writeFileSync(file, text));
  if (wanted !== undefined && wanted !== '') attempt(() => appendFileSync(wanted, text));
  /* oxlint-enable node/no-sync */
}

const glyphs: Readonly<Record<string, string>> = { paused: '⏸️', not_confirmed: '❔' };

export function summaryOf(summed: Summed, problem = summed.problem?.message): string {
  const { state, name = 'a build', outcome = `${name} is there.` } = summed;
  const isWell = problem === undefined && state === 'done';
  const title = isWell ? `✅ ${cell(outcome)}` : `${glyphs[state] ?? '❌'} ${cell(`Push of ${name}: ${state}`)}`;
  const rows = [
    ...buildRows(summed),
    ...serverRows(summed),
    ...(problem === undefined ? [] : [row('Problem', cell(problem))]),
  ];
  return [`### ${title}`, '', '| | |', '|---|---|', ...rows, '', ''].join('\n');
}

function row(what: string, text: string): string {
  return `| ${what} | ${text} |`;
}

function buildRows({ name = '', version_id: id, sha256, bytes_sent: sent = 0, bytes_total: total }: Summed): string[] {
  return [
    ...(typeof id === 'string' ? [row('Version', `${cell(name)} \`${id}\``)] : []),
    ...(typeof total === 'number' ? [row('Sent', `${size(sent)} of ${size(total)}`)] : []),
    ...(typeof sha256 === 'string' ? [row('SHA-256', `\`${sha256}\``)] : []),
  ];
}

function serverRows({ servers }: Summed): string[] {
  return servers === undefined ? [] : [row('Servers', serversText(servers))];
}

function serversText({ keeps, state, addresses }: NonNullable<Summed['servers']>): string {
  const where = addresses.map((one) => `\`${one.replaceAll('`', '')}\``).join(', ');
  return `keeps ${keeps}: ${state === 'running' ? 'running without a port' : state}${where === '' ? '' : `, ${where}`}`;
}

/** A name from elsewhere is text in a cell of a table, and nothing else. */
function cell(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\|<>`*_[\]!#]/g, '\\$&');
}
