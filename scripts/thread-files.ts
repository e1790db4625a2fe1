// The scripts of the threads that the app and the service start. A bundle has each as a file of its own, by its name.
import path from 'node:path';

const files: readonly string[] = [
  'src-main/core/local-service/service-worker.ts',
  'src-main/core/pack/pack-thread.ts',
  'src-main/core/pack/sink-thread.ts',
  'src-main/core/transfers/engine/part-hash-thread.ts',
  'embedded-server/platform/hashing/hash-thread.ts',
  'embedded-server/service/uploads/import-thread.ts',
  'embedded-server/service/builds/chunk-thread.ts',
  'embedded-server/files/doctor/doctor-thread.ts',
  'embedded-server/files/archives/unpack-thread.ts',
  'embedded-server/runtime/processes/process-thread.ts',
  'embedded-server/runtime/relay/relay-thread.ts',
  'embedded-server/runtime/hosting-thread/hosting-thread.ts',
];

/** Name in a bundle -> file. */
export const threadFiles: Readonly<Record<string, string>> = Object.fromEntries(
  files.map((file) => [path.basename(file, '.ts'), file]),
);
