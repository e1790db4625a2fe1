// A report of the doctor, for tests of the window: a small Node server without trouble.
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';

/** With what a test wants else. */
export function someReport(change: Partial<DoctorReport> = {}): DoctorReport {
  const program = { format: 'javascript' as const, cpus: [], run_by: 'node', bytes: 2_000 };
  return {
    engine: { name: 'node', clue: 'package.json' },
    root: '',
    programs: [
      { ...program, path: 'server.js' },
      { ...program, path: 'other.js' },
    ],
    arguments: ['--port', '{port:game}'],
    ports: [{ name: 'game', protocol: 'udp' }],
    size: { bytes: 41_000_000, files: 1_204, packed_bytes: 38_000_000, packed_files: 1_200 },
    leave_out: [],
    secrets: [],
    findings: [],
    manifest: { state: 'missing', problems: [] },
    ...change,
  };
}
