// Where the script of each thread is: in the source, or beside the bundle that it was built into.
import path from 'node:path';

export type ThreadScripts = Readonly<ReturnType<typeof scriptsAt>>;
export type ThreadName = keyof ThreadScripts;

/** The scripts in the source, but for those that are given. */
export function threadScripts(given: Partial<ThreadScripts> = {}): ThreadScripts {
  return { ...scriptsAt((source) => new URL(source, import.meta.url)), ...given };
}

/** The scripts that were bundled beside this file, each under its own name. */
export function bundledThreads(beside: string): ThreadScripts {
  return scriptsAt((source) => new URL(`${path.posix.parse(source).name}.js`, beside));
}

function scriptsAt(place: (source: string) => URL) {
  return {
    hash: place('./platform/hashing/hash-thread.ts'),
    chunk: place('./service/builds/chunk-thread.ts'),
    import: place('./service/uploads/import-thread.ts'),
    hosting: place('./runtime/hosting-thread/hosting-thread.ts'),
    process: place('./runtime/processes/process-thread.ts'),
    relay: place('./runtime/relay/relay-thread.ts'),
    unpack: place('./files/archives/unpack-thread.ts'),
    doctor: place('./files/doctor/doctor-thread.ts'),
  };
}
