// A build in words: its glyph, its state, its kind; a file's mode. Pure, and tested without React.
import type { BuildProgress } from '../../../src-shared/builds/bridge.ts';
import type { Finding } from '../../../src-shared/builds/doctor/report.ts';
import type { Build, BuildState } from '../../../src-shared/service/builds.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t, words } from '../../text/t.ts';

const glyphs: Record<BuildState, Glyph> = {
  uploading: 'paused',
  checking: 'verifying',
  complete: 'done',
  refused: 'failed',
};

/** How bad a finding is, as a shape. What is only good to know is no success. */
export const findingGlyphs: Record<Finding['severity'], Glyph> = { block: 'failed', warn: 'notice', info: 'idle' };

/** The glyph of a build. One that is not all there is paused, unless more of it came just now. */
export function buildGlyph({ state }: Build): Glyph {
  return glyphs[state];
}

/** The state in a few words. */
export function formatBuildState({ state }: Build, progress: BuildProgress[number] | undefined): string {
  switch (state) {
    case 'uploading':
      return progress === undefined
        ? t('Incomplete')
        : t('Incomplete, {there} of {parts} parts stored', { there: progress.received_parts, parts: progress.parts });
    case 'checking':
      return t('Being checked');
    case 'complete':
      return t('Complete');
    case 'refused':
      return t('Refused');
  }
}

const kinds = words({
  docker_image: 'Docker image',
  oci_bundle: 'OCI bundle',
  archive: 'Archive',
  javascript: 'JavaScript',
});

/** What its file is. */
export function formatKind({ kind }: Pick<Build, 'kind'>): string {
  return kinds[kind];
}

/** The same with how it is packed: "Archive, zstd". */
export function formatPacking({ kind, compression }: Pick<Build, 'kind' | 'compression'>): string {
  return compression === 'none' ? kinds[kind] : `${kinds[kind]}, ${compression}`;
}

/** A hash shortened in the middle: "a4f0c1…77d2". */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}

/** Permission bits as people write them: "rwxr-xr-x". */
export function formatMode(mode: number): string {
  return Array.from({ length: 9 }, (_, n) => ((mode >> (8 - n)) & 1 ? 'rwx'.charAt(n % 3) : '-')).join('');
}
