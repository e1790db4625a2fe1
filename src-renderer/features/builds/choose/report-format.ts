// Engines, systems and findings of a report in words and glyphs. Pure.
import type { DoctorReport, Finding, ProgramFound } from '../../../../src-shared/builds/doctor/report.ts';
import type { Glyph } from '../../../design/state-glyph.tsx';
import { t } from '../../../text/t.ts';

/** How an engine is called. */
export const formatEngine = (): Record<DoctorReport['engine']['name'], string> => ({
  unity: 'Unity',
  unreal: 'Unreal Engine',
  godot: 'Godot',
  rust: 'Rust',
  node: 'Node.js',
  java: 'Java',
  dotnet: '.NET',
  native: t('A program of its own'),
  unknown: t('Not known'),
});

/** How bad a finding is, as a shape. */
export const findingGlyphs: Record<Finding['severity'], Glyph> = { block: 'failed', warn: 'notice', info: 'done' };

const systems = () => ({ linux: 'Linux', windows: 'Windows', macos: 'macOS', other: t('another system') }) as const;

/** What a program runs on. */
export function formatPlatform({ os, cpus, run_by: runBy }: ProgramFound): string {
  if (os === undefined) return runBy === undefined ? t('Any system') : t('Any, by {runBy}', { runBy });
  return cpus.length === 0 ? systems()[os] : `${systems()[os]}, ${cpus.join(` ${t('and')} `)}`;
}
