// A request that the front is about to answer.
import type { Pace } from './pace.ts';
import type { PartBody } from './part-body.ts';
import { bytesOfHead, type PlainHead } from './plain-head.ts';

/** Of a head only what is needed later, as many may wait. */
export type UnderWay = {
  head: Pick<PlainHead, 'method' | 'target' | 'isLast' | 'text'> & { isExpecting: boolean };
  /** What came along with the head, but for a read, which is nothing else. */
  bytes: Buffer | undefined;
  body?: PartBody;
  pace?: Pace;
  ray_id: string;
  startedAt: number;
};

/** All that came of it, as long as nothing was done with it. */
export function bytesOf({ bytes, head }: UnderWay): Buffer {
  return bytes ?? bytesOfHead(head);
}
