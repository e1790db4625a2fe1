// What the headers of a part say about it: how long it is, and the digest it should have (RFC 9530).
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Part } from './parts.ts';

const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Refuses a wrong length before a byte is read. Without the header (chunked), the bytes are counted instead. */
export function checkLength(headers: Readonly<IncomingHttpHeaders>, part: Part): void {
  const header = headers['content-length'];
  if (header === undefined && headers['transfer-encoding'] !== undefined) return;
  if (header !== undefined && Number(header) === part.length) return;
  if (header === undefined && part.length === 0) return;
  throw new AppError('UPLOAD_INVALID', 'upload.part-length-wrong', { length: part.length, given: header ?? 'empty' });
}

/** The SHA-256 that the sender names, if it names one. Other algorithms are none of ours. */
export function wantedDigest(headers: Readonly<IncomingHttpHeaders>): Buffer | undefined {
  const header = headers['content-digest'];
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
