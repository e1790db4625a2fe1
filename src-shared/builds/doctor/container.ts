// The doctor's report of a container image: what it would need, as what is in it is the business of the container program.
import type { BuildKind } from '../../service/builds.ts';
import type { DoctorReport } from './report.ts';

/** The kinds of builds that are containers. */
export type ContainerKind = Extract<BuildKind, 'docker_image' | 'oci_bundle'>;

const words = {
  docker_image: {
    clue: 'A container image, as "docker save" writes it.',
    sentence:
      'This build is a container image. It is run by Podman or Docker, so one of them has to be where its servers run.',
    hint: 'Install Podman or Docker there, or upload the server as an archive, which needs neither.',
  },
  oci_bundle: {
    clue: 'An OCI bundle: a root file system with its configuration.',
    sentence:
      'This build is an OCI bundle. It is run by an OCI runtime, such as runc with Podman, so one has to be where its servers run.',
    hint: 'Install Podman there, or upload the server as an archive, which needs no container program.',
  },
} as const;

/** The report of a stored container of so many bytes. */
export function containerReport(kind: ContainerKind, bytes: number): DoctorReport {
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
