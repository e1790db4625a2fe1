// What the headers of a part say about it: how long it is, and the digest it should have (RFC 9530).
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Part } from './parts.ts';

const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Refuses a wrong length before a byte is read. Without the header (chunked), the bytes are counted instead. */
function checkLength(headers: Readonly<IncomingHttpHeaders>, part: Part): void {
  const header = headers['content-length'];
  if (header === undefined && headers['transfer-encoding'] !== undefined) return;
  if (header !== undefined && Number(header) === part.length) return;
  if (header === undefined && part.length === 0) return;
  throw new AppError('UPLOAD_INVALID', 'upload.part-length-wrong', { length: part.length, given: header ?? 'empty' });
}

/** What of a part is sent: all of it, or the rest from `from` on. `isKept`: what comes of it before it breaks off is kept. */
export type Stretch = { from: number; isKept: boolean };

const RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/;

/** Refuses what does not end where the part does, before a byte is read. */
export function stretchOf(headers: Readonly<IncomingHttpHeaders>, part: Part): Stretch {
  const range = headers['content-range'];
  if (range === undefined) {
    checkLength(headers, part);
    return { from: 0, isKept: false };
  }
  const [from = -1, last, length] = (RANGE.exec(range) ?? []).slice(1).map(Number);
  if (length !== part.length || last !== length - 1 || from < 0 || from > last) {
    throw new AppError('UPLOAD_INVALID', 'upload.range-wrong', { length: part.length, given: range });
  }
  checkLength(headers, { ...part, length: length - from });
  return { from, isKept: true };
}

/** The SHA-256 of the whole part that the sender names, if it names one. Other algorithms are none of ours. */
export function wantedDigest(headers: Readonly<IncomingHttpHeaders>, { from }: Stretch): Buffer | undefined {
  const ofContent = headers['content-digest'];
  const header = headers['repr-digest'] ?? (from > 0 ? undefined : ofContent);
  // What is kept may not be what this sender means, or not be whole after a power cut.
  if (header === undefined && from > 0) throw new AppError('UPLOAD_INVALID', 'upload.digest-of-stretch');
  if (header === undefined) return undefined;
  const members = [header].flat().join(',').split(',');
  const ours = members.map((member) => member.trim()).find((member) => /^sha-256\s*=/i.test(member));
  if (ours === undefined) return undefined;
  const text = /^sha-256=:(.*):$/i.exec(ours)?.[1];
  if (text !== undefined && SHA256_BASE64.test(text)) return Buffer.from(text, 'base64');
  throw new AppError('UPLOAD_INVALID', 'upload.digest-unreadable');
}

/** A digest as Content-Digest writes it. */
export function contentDigest(digest: Uint8Array): string {
  return `sha-256=:${Buffer.from(digest).toString('base64')}:`;
}
