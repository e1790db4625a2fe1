// What the doctor stops, a push stops: before anything is sent or made, with its findings as sentences.
import { stat } from 'node:fs/promises';
import type { Finding } from '../../src-shared/builds/doctor/report.ts';
import { stoppersOf } from '../../src-shared/builds/doctor/what-stops.ts';
import { AppError, asAppError, type ErrorBody } from '../../src-shared/errors/app-error.ts';
import { listed, textOf } from '../../src-shared/text/message.ts';
import type { ExaminedSource } from '../../src-shared/transfers/bridge.ts';
import type { PackOptions } from '../core/pack/pack-model.ts';
import type { CommandIo } from './command-io.ts';
import { plain } from './output.ts';

export const forceHelp: readonly [string, string] = ['--force', 'Send it although slipway doctor finds what stops it'];

export type Examination = {
  source: string;
  /** Whether it goes to the service of this machine, which is the one that the doctor knows. */
  isLocal: boolean;
  options: Pick<PackOptions, 'keep' | 'allowSecrets'>;
  signal: AbortSignal;
};

/** What stops a push: `findings` unless it is forced, `secrets` of a file that is sent as it is unless each is allowed. */
export type Stoppers = { findings: readonly Finding[]; secrets: AppError | undefined };

/** What is missed where a file is left out. */
const ofLeftOut = new Set(['missing_program', 'no_program', 'unfit_template']);

export async function findStoppers({ source, isLocal, options, signal }: Examination): Promise<Stoppers> {
  const examined = await examine(source, signal);
  const findings = stoppersOf(examined?.report.findings ?? [], isLocal);
  const isAllLeftOut = (options.keep ?? []).length === 0;
  return {
    findings: isAllLeftOut ? findings : findings.filter(({ code }) => !ofLeftOut.has(code)),
    secrets: await secretsIn(examined, options),
  };
}

/** What looks like secrets in a file that is taken as it is. Those in a folder stop its packing. */
export async function findSecrets(
  source: string,
  options: Examination['options'],
  signal: AbortSignal,
): Promise<AppError | undefined> {
  const found = await stat(source).catch(() => undefined); // the packing says why it cannot be read
  if (found?.isFile() !== true) return undefined;
  return await secretsIn(await examine(source, signal), options);
}

async function examine(source: string, signal: AbortSignal): Promise<ExaminedSource | undefined> {
  const { examinePath } = await import('../core/builds/examine-path.ts');
  return await examinePath(source, signal).catch((thrown: unknown) => {
    // What is not there, or cannot be read, the packing says, as it always did.
    if (asAppError(thrown).code === 'FOLDER_UNREADABLE') return undefined;
    throw thrown;
  });
}

async function secretsIn(examined: ExaminedSource | undefined, { allowSecrets = [] }: Examination['options']) {
  if (examined?.kind !== 'file') return undefined;
  const secrets = examined.report.secrets.filter(({ path }) => !allowSecrets.includes(path));
  if (secrets.length === 0) return undefined;
  const { secretsRefusal } = await import('../core/pack/refuse-files.ts');
  return secretsRefusal('file', secrets);
}

/** Refuses what has stoppers. With `--force` it warns of the findings, and that is all. */
export function heedStoppers({ findings, secrets }: Stoppers, isForced: boolean, io: CommandIo): void {
  if (findings.length > 0 && !isForced) throw stoppedBy(findings);
  if (secrets !== undefined) throw secrets;
  for (const { sentence, hint } of findings) {
    io.stderr.write(`Warning  ${plain(textOf(sentence))} ${plain(textOf(hint))}\n`);
  }
}

/** The same as problems of a dry run, with all of them. */
export function problemsOf({ findings, secrets }: Stoppers, isForced: boolean): ErrorBody[] {
  const stopped = findings.length > 0 && !isForced ? [stoppedBy(findings)] : [];
  return [...stopped, ...(secrets === undefined ? [] : [secrets])].map((error) => error.toBody());
}

function stoppedBy(findings: readonly Finding[]): AppError {
  const sentences = findings.flatMap(({ sentence, hint }) => [sentence, hint]);
  return new AppError('BUILD_INVALID', 'cli.push-stopped-by-doctor', { findings: listed(sentences, ' ') });
}
