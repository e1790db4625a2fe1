// Builds as a service tells them, for tests of the window.
import type { BuildDifference } from '../../../src-shared/builds/bridge.ts';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import type { Build, BuildFile } from '../../../src-shared/service/builds.ts';

/** The id of the nth build. */
export const buildId = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000001`;

/** The nth build, complete, with what a test wants else. */
export function someBuild(n: number, change: Partial<Build> = {}): Build {
  return {
    id: buildId(n),
    name: `v0.${n}.0`,
    content_length: n * 1e8,
    tags: {},
    image_tag: `tidebreak:${n}`,
    created_at: new Date(Date.now() - (100 - n) * 3_600_000).toISOString(),
    kind: 'archive',
    compression: 'zstd',
    upload_id: buildId(n),
    state: 'complete',
    sha256: String(n).padStart(64, 'a'),
    ...change,
  };
}

/** What a doctor might say. */
export const someReport: DoctorReport = {
  engine: { name: 'godot', clue: 'a .pck file' },
  root: '',
  arguments: ['--headless'],
  leave_out: [],
  secrets: [],
  programs: [{ path: 'tidebreak.x86_64', format: 'elf', os: 'linux', cpus: ['x64'], bytes: 1 }],
  ports: [{ name: 'game', protocol: 'udp', internal_port: 7777 }],
  size: { bytes: 3e8, files: 214, packed_bytes: 1e8, packed_files: 214 },
  findings: [
    { severity: 'warn', code: 'x', sentence: 'run.sh has Windows line ends.', hint: 'Save it with Unix ones.' },
  ],
  manifest: { state: 'missing', problems: [] },
};

/** A file of a build. */
export const someFile = (path: string, bytes: number): BuildFile => ({
  path,
  type: 'file',
  bytes,
  mode: 0o644,
  sha256: path.padEnd(64, 'f'),
});

/** One file of each kind of difference. */
export const someDifference: BuildDifference = {
  added: [someFile('new.txt', 12)],
  changed: [{ path: 'reef.map', before: someFile('reef.map', 4), after: someFile('reef.map', 2_000_000) }],
  removed: [someFile('old.txt', 3)],
  counts: { added: 1, changed: 1, removed: 1, same: 211 },
  new_bytes: 2_000_012,
};
