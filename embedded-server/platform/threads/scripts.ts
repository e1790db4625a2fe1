// Where the script of each thread is: in the source, or beside the bundle that it was built into.

const sources = {
  hash: '../hashing/hash-thread.ts',
  chunk: '../../service/builds/chunk-thread.ts',
  import: '../../service/uploads/import-thread.ts',
  hosting: '../../runtime/hosting-thread/hosting-thread.ts',
  process: '../../runtime/processes/process-thread.ts',
  relay: '../../runtime/relay/relay-thread.ts',
  unpack: '../../files/archives/unpack-thread.ts',
  doctor: '../../files/doctor/doctor-thread.ts',
} as const;

export type ThreadName = keyof typeof sources;
export type ThreadScripts = Readonly<Record<ThreadName, URL>>;

/** The scripts in the source, but for those that are given. */
export function threadScripts(given: Partial<ThreadScripts> = {}): ThreadScripts {
  return { ...scriptsAt((name) => new URL(sources[name], import.meta.url)), ...given };
}

/** The scripts that were bundled as `<name>-thread.js` beside this file. */
export function bundledThreads(beside: string): ThreadScripts {
  return scriptsAt((name) => new URL(`${name}-thread.js`, beside));
}

function scriptsAt(place: (name: ThreadName) => URL): ThreadScripts {
  return {
    hash: place('hash'),
    import: place('import'),
    chunk: place('chunk'),
    hosting: place('hosting'),
    process: place('process'),
    relay: place('relay'),
    unpack: place('unpack'),
    doctor: place('doctor'),
  };
}
