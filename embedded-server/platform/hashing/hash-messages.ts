// What the service and its hash thread say to each other. Bytes never travel: the thread reads them from the files, or where
// they lie in shared memory.

/**
 * `add` hashes the next `length` bytes of the file, and `read` does and answers; `pass` hashes those in memory instead. `mark`
 * keeps a place that `back` can go back to. `end` asks for the digest and forgets; `drop` only forgets.
 */
export type ToHashThread =
  | { t: 'start'; id: number; file: string; at: number }
  | { t: 'add'; id: number; length: number }
  | { t: 'read'; id: number; length: number }
  | { t: 'pass'; id: number; memory: ArrayBufferLike; from: number; length: number }
  | { t: 'mark'; id: number }
  | { t: 'back'; id: number; at: number }
  | { t: 'end'; id: number }
  | { t: 'drop'; id: number };

/**
 * Each `read` and `pass` is answered, in order, once its bytes are hashed and nobody reads them any more. An `end` without
 * a digest: something went wrong; whoever asked can read the file and see what.
 */
export type FromHashThread = { t: 'passed' } | { t: 'digest'; id: number; digest: Uint8Array | undefined };
