// `slipway doctor`: what a folder or an archive is as a build, how it would be started, and what will go wrong with it; or
// whether this machine is fit to run the service.

import { type DoctorReport, type Finding, unpackedBytes } from '../../src-shared/builds/doctor/report.ts';
import { size } from '../../src-shared/size-text.ts';
import { textOf } from '../../src-shared/text/message.ts';
import type { ExaminedSource } from '../../src-shared/transfers/bridge.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { exactly, readArguments, usage } from './arguments.ts';
import type { Command } from './help.ts';
import { answer, counted, plain } from './output.ts';

const SHOWN = 10;
const options = {
  host: { type: 'boolean', default: false },
  data: { type: 'string' },
  config: { type: 'string' },
  backup: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check a build before you push it, or this machine before it hosts',
  usage: 'doctor PATH|--host [--data DIR] [--config FILE] [--backup DIR] [--json]',
  options: [
    ['PATH', 'A folder, or an archive or program: its engine, program, ports, and what will go wrong'],
    ['--host', 'Check this machine as one that runs the service; exit code 1 where something stops that'],
    ['--data DIR', 'With --host: the data folder of the service'],
    ['--config FILE', 'With --host: the options of the service (/etc/slipway/serve.conf where that is there)'],
    ['--backup DIR', 'With --host: the folder that the records are backed up to'],
    ['--json', 'Answer as one line of JSON; either way, exit code 1 when something stops it'],
  ],
  run: async (args, io) => {
    const { values, positionals } = readArguments('doctor', args, options);
    if (values.host) {
      exactly('doctor', positionals, []);
      const { examineHost } = await import('./doctor-host.ts');
      await examineHost(io, values);
      return;
    }
    refuseOfHost(values);
    const [place = ''] = exactly('doctor', positionals, ['which folder or archive to examine']);
    const stopped = new AbortController();
    void stopSignal(io).then(() => stopped.abort());
    const { examinePath } = await import('../core/builds/examine-path.ts');
    const examined = await examinePath(place, stopped.signal);
    answer(io, values.json, examined, () => reportText(examined));
    if (stoppers(examined.report) > 0) io.exitCode = 1;
  },
};

/** They would be believed to count for a build. */
function refuseOfHost(values: { data?: string; config?: string; backup?: string }): void {
  const [name] = (['data', 'config', 'backup'] as const).filter((each) => values[each] !== undefined);
  if (name !== undefined) throw usage('doctor', `--${name} goes with --host.`);
}

function reportText(examined: ExaminedSource): string {
  const { engine, programs, arguments: words, ports, ...report } = examined.report;
  const [program] = programs;
  const command = program === undefined ? 'none found' : [program.path, ...words].join(' ');
  const requestedPorts = ports.map(
    ({ name, protocol, internal_port: port }) => `${name} ${protocol}${port === undefined ? '' : ` ${port}`}`,
  );
  return [
    `Engine    ${engine.name} (${textOf(engine.clue)})`,
    `Program   ${command}`,
    `Ports     ${requestedPorts.join(', ') || 'none known'}`,
    `Size      ${sizeText(examined)}`,
    ...report.leave_out
      .slice(0, SHOWN)
      .map(({ path, bytes, reason }) => `Left out  ${path}, ${size(bytes)}: ${textOf(reason)}`),
    ...report.secrets.slice(0, SHOWN).map(({ path, reason }) => `Secret    ${path}: ${textOf(reason)}`),
    ...report.findings.flatMap(findingLines),
    verdict(report),
  ]
    .map((line) => `${plain(line)}\n`)
    .join('');
}

function sizeText(examined: ExaminedSource): string {
  const { bytes, files, packed_bytes: packed, packed_files: packedFiles } = examined.report.size;
  if (examined.kind === 'folder')
    return `${counted(files, 'file')}, ${size(bytes)}; ${counted(packedFiles, 'file')}, ${size(packed)} would be packed`;
  const unpacked = unpackedBytes(examined.report);
  return `${size(examined.bytes)}, sent as it is${unpacked === undefined ? '' : `; ${counted(files, 'file')}, ${size(unpacked)} unpacked`}`;
}

const words = { block: 'STOP', warn: 'WARNING', info: 'NOTE' } as const;

function findingLines({ severity, path, sentence, hint }: Finding): string[] {
  const where = path === undefined ? '' : `${path}: `;
  return [`${words[severity].padEnd(9)} ${where}${textOf(sentence)}`, `          ${textOf(hint)}`];
}

type Judged = Pick<DoctorReport, 'findings' | 'secrets'>;

/** What looks like a secret stops a push until somebody decides. */
function stoppers({ findings, secrets }: Judged): number {
  return secrets.length + findings.filter(({ severity }) => severity === 'block').length;
}

function verdict(report: Judged): string {
  const stops = stoppers(report);
  if (stops > 0) return `As it is, ${stops === 1 ? '1 thing stops' : `${stops} things stop`} this build.`;
  const warnings = report.findings.filter(({ severity }) => severity === 'warn').length;
  if (warnings === 0) return 'Nothing stands in its way.';
  return `Look at ${warnings === 1 ? 'the warning' : `the ${warnings} warnings`} before it is sent.`;
}
