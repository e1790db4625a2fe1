// What a chosen build is, in a few facts, and what the doctor found to go wrong, the worst first.
import type { ProgramFound } from '../../../../src-shared/builds/doctor/report.ts';
import { type DoctorReport, type Finding, unpackedBytes } from '../../../../src-shared/builds/doctor/report.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import type { ExaminedSource } from '../../../../src-shared/transfers/bridge.ts';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { t, translate } from '../../../text/t.ts';
import { formatCount, formatPacked, formatSize, formatUnpacked } from '../../../ui/format.ts';
import { findingGlyphs } from '../build-format.ts';
import styles from './choose.module.css';

type Props = { examined: ExaminedSource; findings: readonly Finding[] };

/** Good news is short: without findings there is only the line of facts. */
export function CardFacts({ examined, findings }: Props) {
  const { engine, programs } = examined.report;
  const [program] = programs;
  const facts = [
    [t('Engine'), formatEngine()[engine.name], translate(engine.clue)],
    [t('Runs on'), program === undefined ? t('Not known') : formatPlatform(program), ''],
    ...(examined.kind === 'file' ? fileFacts(examined.report, examined.bytes) : folderFacts(examined.report)),
  ] as const;
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={more}>
              {value}
              {more !== '' && name !== 'Engine' && <small> {more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {findings.length > 0 && (
        <ul className={styles.findings} aria-label={t('What was found')}>
          {findings.map(({ severity, code, path = '', sentence, hint }) => (
            <li key={`${code} ${path} ${textOf(sentence)}`} data-severity={severity}>
              <StateGlyph state={findingGlyphs[severity]} />
              <p>
                <b>{translate(sentence)}</b> {translate(hint)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Fact = readonly [name: string, value: string, more: string];

/** How much its archive takes is known when it is packed: until then its files are what there is to know. */
function folderFacts({ size }: DoctorReport): Fact[] {
  const ofBytes = size.bytes === size.packed_bytes ? '' : t('of {size}', { size: formatSize(size.bytes) });
  const ofFiles = size.files === size.packed_files ? '' : t('of {files}', { files: formatCount(size.files) });
  return [
    [t('Size'), formatUnpacked(size.packed_bytes), ofBytes],
    [t('Files'), formatCount(size.packed_files), ofFiles],
  ];
}

/** It is sent as it is: nothing is left out, and servers run from what is unpacked of it. */
function fileFacts(report: DoctorReport, bytes: number): Fact[] {
  const unpacked = unpackedBytes(report);
  const isPacked = unpacked !== undefined && unpacked !== bytes;
  return [
    isPacked ? [t('Size'), formatPacked(bytes), formatUnpacked(unpacked)] : [t('Size'), formatSize(bytes), ''],
    [t('Files'), formatCount(report.size.files), ''],
  ];
}

/** How an engine is called. */
const formatEngine = (): Record<DoctorReport['engine']['name'], string> => ({
  unity: 'Unity',
  unreal: 'Unreal Engine',
  godot: 'Godot',
  source: 'Source',
  quake3: 'Quake 3',
  rust: 'Rust',
  node: 'Node.js',
  java: 'Java',
  dotnet: '.NET',
  python: 'Python',
  native: t('A native program'),
  unknown: t('Not known'),
});

const systems = () => ({ linux: 'Linux', windows: 'Windows', macos: 'macOS', other: t('another system') }) as const;

/** What a program runs on. */
function formatPlatform({ os, cpus, format, run_by: runBy }: ProgramFound): string {
  if (format === 'javascript') return t('Any OS (on the Node.js of Slipway)');
  if (os === undefined) return runBy === undefined ? t('Any system') : t('Any OS (needs {runBy})', { runBy });
  return cpus.length === 0 ? systems()[os] : `${systems()[os]}, ${cpus.join(` ${t('and')} `)}`;
}
