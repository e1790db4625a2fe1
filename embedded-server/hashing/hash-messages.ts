// What the service and its hash thread say to each other. Bytes never travel: the thread reads them from the files.

/** `add` hashes the next `length` bytes of the file; `end` asks for the digest and forgets; `drop` only forgets. */
export type ToHashThread =
  | { t: 'start'; id: number; file: string; at: number }
  | { t: 'add'; id: number; length: number }
  | { t: 'end'; id: number }
  | { t: 'drop'; id: number };

/** Without a digest something went wrong; whoever asked can read the file and see what. */
export type FromHashThread = { id: number; digest: Uint8Array | undefined };

/** What the thread is started with. */
export type HashThreadData = { givesWay: boolean };
