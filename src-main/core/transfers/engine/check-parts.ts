// Checks what an instance answered to a prepare before a byte is sent: the parts cover the file exactly once. Their order is
// not taken for granted. Pure.
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { PrepareBuildAnswer } from '../../../../src-shared/service/builds.ts';
import type { PresignedRequest } from '../../../../src-shared/service/uploads.ts';
import { type Message, messageFor } from '../../../../src-shared/text/message.ts';
import type { Part } from '../journal/transfer-record.ts';

/** One address or many: whichever the instance gave. */
export function requestsOf(answer: PrepareBuildAnswer): PresignedRequest[] {
  const { image_presigned_request: single, image_presigned_requests: many } = answer;
  if (many !== undefined && many.length > 0) return many;
  return single === undefined ? [] : [single];
}

export function planParts(requests: readonly PresignedRequest[], bytes: number): Part[] {
  if (requests.length === 0) throw wrong(messageFor('transfer.no-address'));
  const sorted = requests.toSorted((a, b) => a.byte_offset - b.byte_offset || a.content_length - b.content_length);
  let at = 0;
  for (const { byte_offset: offset, content_length: length, url } of sorted) {
    if (offset !== at)
      throw wrong(
        offset > at
          ? messageFor('transfer.bytes-uncovered', { from: at, to: offset })
          : messageFor('transfer.byte-in-two-parts', { offset }),
      );
    if (length === 0 && bytes > 0) throw wrong(messageFor('transfer.part-empty', { offset }));
    if (!isAddress(url)) throw wrong(messageFor('transfer.part-without-address', { offset }));
    at += length;
  }
  if (at !== bytes) throw wrong(messageFor('transfer.parts-too-short', { covered: at, bytes }));
  return sorted.map(({ byte_offset: offset, content_length: length, url, reused }, index) => {
    return { number: index + 1, offset, length, url, state: reused === true ? 'reused' : 'pending' };
  });
}

/** The same parts at other addresses, or undefined when they are cut in another way. */
export function withAddresses(parts: readonly Part[], requests: readonly PresignedRequest[]): Part[] | undefined {
  const byOffset = new Map(requests.map((request) => [request.byte_offset, request]));
  const moved = parts.flatMap((part) => {
    const found = byOffset.get(part.offset);
    return found?.content_length === part.length ? [{ ...part, url: found.url }] : [];
  });
  return moved.length === parts.length && requests.length === parts.length ? moved : undefined;
}

function isAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}

function wrong(why: Message): AppError {
  return new AppError('TRANSFER_PARTS', 'transfer.parts-wrong', { why });
}
