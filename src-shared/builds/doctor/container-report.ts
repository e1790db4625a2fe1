// The doctor's report of a container image: what it would need, as what is in it is the business of the container program.
import type { ImageKind } from '../../service/builds.ts';
import { messageFor } from '../../text/message.ts';
import type { DoctorReport } from './report.ts';

const words = {
  docker_image: {
    clue: messageFor('engine.container-image'),
    sentence: messageFor('doctor.container-image'),
    hint: messageFor('doctor.do-install-container-engine'),
  },
  oci_bundle: {
    clue: messageFor('engine.oci-bundle'),
    sentence: messageFor('doctor.oci-bundle'),
    hint: messageFor('doctor.do-install-oci-runtime'),
  },
} as const;

/** The report of a stored container of so many bytes. */
export function containerReport(kind: ImageKind, bytes: number): DoctorReport {
  const { clue, sentence, hint } = words[kind];
  return {
    engine: { name: 'unknown', clue },
    root: '',
    programs: [],
    arguments: [],
    ports: [],
    size: { bytes, files: 1, packed_bytes: bytes, packed_files: 1 },
    leave_out: [],
    secrets: [],
    findings: [{ severity: 'info', code: 'container', sentence, hint }],
    manifest: { state: 'missing', problems: [] },
  };
}
