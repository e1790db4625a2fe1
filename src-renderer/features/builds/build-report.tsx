// What the doctor says of a stored build: what it was made with, how it starts, and what will go wrong.
import { type ReactNode, useEffect, useState } from 'react';
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import type { DoctorReport, Finding } from '../../../src-shared/builds/doctor/report.ts';
import { textOf } from '../../../src-shared/text/message.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { plural, t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatFileSize } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import { findingGlyphs } from './build-format.ts';
import styles from './builds.module.css';
import { readReport } from './builds-actions.ts';
import { useBuilds } from './builds-store.ts';
import { LookFailure } from './look-failure.tsx';

type Props = { target: BuildTarget; why: string | undefined };

const engines = (): Record<DoctorReport['engine']['name'], string> => ({
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

/** Examined when it is looked at; a large archive takes a moment. */
export function BuildReport({ target, why }: Props) {
  const [tries, setTries] = useState(0);
  useEffect(() => (why === undefined ? readReport(target) : undefined), [target, why, tries]);
  const report = useBuilds((state) => state.report);
  if (why !== undefined) return <p className={classNames(paneStyles.note, shared.dim)}>{why}</p>;
  if (report === undefined)
    return (
      <p className={classNames(paneStyles.note, shared.faint)} role="status">
        {t('Scanning the build')}
      </p>
    );
  if ('error' in report) {
    return (
      <div className={styles.pane}>
        <LookFailure
          title={t('The build could not be scanned')}
          message={report.error.message}
          onRetry={() => setTries(tries + 1)}
        />
      </div>
    );
  }
  return <Report report={report.value} />;
}

function Report({ report }: { report: DoctorReport }) {
  const { engine, size, programs, ports, findings } = report;
  const [program] = programs;
  const start = [program?.run_by, program?.path, ...report.arguments].filter(Boolean).join(' ');
  return (
    <div className={styles.pane}>
      <dl className={classNames(styles.facts, styles.factsReport)}>
        <Fact name={t('Made with')}>
          {engines()[engine.name]} <span className={shared.faint}>{translate(engine.clue)}</span>
        </Fact>
        <Fact name={t('Runs')}>
          {program === undefined ? (
            <span className={shared.faint}>{t('No program was found')}</span>
          ) : (
            <span className={classNames(shared.mono, shared.selectable, shared.clampedText)}>{start}</span>
          )}
        </Fact>
        {program !== undefined && <Fact name={t('For')}>{formatPlatform(program)}</Fact>}
        <Fact name={t('Ports')}>{formatPorts(ports)}</Fact>
        <Fact name={t('Contents')}>
          {plural(size.files, '{n} file, {size} unpacked', '{n} files, {size} unpacked', {
            size: formatFileSize(size.bytes),
          })}
        </Fact>
        <Fact name="slipway.json">{formatManifest(report.manifest)}</Fact>
      </dl>
      <Findings findings={findings} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <p className={classNames(shared.small, shared.dim)}>{t('No problems found.')}</p>;
  return (
    <ul className={styles.findings} aria-label={t('What was found')}>
      {findings.map(({ severity, code, path = '', sentence, hint }) => (
        <li key={`${code} ${path} ${textOf(sentence)}`}>
          <StateGlyph state={findingGlyphs[severity]} />
          <p>
            <b>{translate(sentence)}</b> {translate(hint)}
          </p>
        </li>
      ))}
    </ul>
  );
}

const systems = () => ({ linux: 'Linux', windows: 'Windows', macos: 'macOS', other: t('another system') }) as const;

function formatPlatform({ os, cpus }: DoctorReport['programs'][number]): string {
  if (os === undefined) return t('Any system');
  return cpus.length === 0
    ? systems()[os]
    : t('{os} on {cpus}', { os: systems()[os], cpus: cpus.join(` ${t('and')} `) });
}

function formatPorts(ports: DoctorReport['ports']): string {
  if (ports.length === 0) return t('None was found');
  return ports
    .map(
      ({ name, protocol, internal_port: port }) =>
        `${name}, ${protocol.toUpperCase()}${port === undefined ? '' : ` ${port}`}`,
    )
    .join('; ');
}

function formatManifest({ state, problems }: DoctorReport['manifest']): string {
  if (state === 'missing') return t('None: the start command is a guess');
  if (state === 'valid') return t('Valid, sets the start command');
  return problems
    .map(({ path, message }) => (path === '' ? translate(message) : `${path}: ${translate(message)}`))
    .join(' ');
}
