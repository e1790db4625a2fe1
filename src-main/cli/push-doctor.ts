// What the doctor stops, a push stops: before anything is sent or made, with its findings as sentences.
import type { Finding } from '../../src-shared/builds/doctor/report.ts';
import { stoppersOf } from '../../src-shared/builds/doctor/what-stops.ts';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { listed, textOf } from '../../src-shared/text/message.ts';
import type { CommandIo } from './command-io.ts';
import { plain } from './output.ts';

export const forceHelp: readonly [string, string] = ['--force', 'Send it although slipway doctor finds what stops it'];

export type Examination = {
  source: string;
  /** Whether it goes to the service of this machine, which is the one that the doctor knows. */
  isLocal: boolean;
  /** Patterns that the pack does not leave out, which the doctor takes for left out. */
  keep: readonly string[];
  signal: AbortSignal;
};

/** What is missed where a file is left out. */
const ofLeftOut = new Set(['missing_program', 'no_program', 'unfit_template']);

export async function findStoppers({ source, isLocal, keep, signal }: Examination): Promise<Finding[]> {
  const { examinePath } = await import('../core/builds/examine-path.ts');
  const examined = await examinePath(source, signal).catch((thrown: unknown) => {
    // What is not there, or cannot be read, the packing says, as it always did.
    if (asAppError(thrown).code === 'FOLDER_UNREADABLE') return undefined;
    throw thrown;
  });
  const stoppers = stoppersOf(examined?.report.findings ?? [], isLocal);
  return keep.length === 0 ? stoppers : stoppers.filter(({ code }) => !ofLeftOut.has(code));
}

/** Refuses what has stoppers; with `--force` they are warned of, and that is all. */
export function heedStoppers(stoppers: readonly Finding[], isForced: boolean, io: CommandIo): void {
  if (stoppers.length === 0) return;
  if (!isForced) throw stoppedBy(stoppers);
  for (const { sentence, hint } of stoppers) {
    io.stderr.write(`Warning  ${plain(textOf(sentence))} ${plain(textOf(hint))}\n`);
  }
}

export function stoppedBy(stoppers: readonly Finding[]): AppError {
  const sentences = stoppers.flatMap(({ sentence, hint }) => [sentence, hint]);
  return new AppError('BUILD_INVALID', 'cli.push-stopped-by-doctor', { findings: listed(sentences, ' ') });
}
