// What the core and its digest thread say to each other.

export type DigestOrder = { file: string; offset: number; length: number; algorithm: 'sha256' | 'md5' };

/** Answers in hex. */
export type DigestCalls = { digest: { input: DigestOrder; output: string } };
