// What the service and its import thread say to each other.

/** A link is only for a file that nobody writes into any more. */
export type TakeOrder = { id: number; from: string; to: string; mayLink: boolean; known: KnownFile | undefined };

/** How a file looked to who made it and hashed it on the way. */
export type FileSeal = { ino: number; size: number; mtimeMs: number };
export type KnownFile = FileSeal & { sha256: string };

export type TakeCalls = {
  /** Answers what is stored then: its SHA-256 in hex and its size. */
  take: { input: TakeOrder; output: { sha256: string; bytes: number } };
  /** Answers when no file is being taken. */
  settle: { input: undefined; output: undefined };
};

/** So far of a file that is taken; a few a second. */
export type TakeProgress = { id: number; bytes: number };
