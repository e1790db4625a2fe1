// Uploads: the places a caller PUTs bytes to, and how much of an upload is in.
import { z } from 'zod';
import { timestamp, u64, uuid } from './common.ts';

/**
 * Where one part of a file goes, with an HTTP PUT. `reused` (ours) marks one that the service takes from an earlier build: it need not
 * be sent, unless the upload's parts show in the end that it is not in.
 */
export const presignedRequest = z.object({
  url: z.url(),
  path: z.string(),
  content_length: u64,
  byte_offset: u64,
  reused: z.literal(true).optional(),
});
/** Where one part of a file goes. */
export type PresignedRequest = z.infer<typeof presignedRequest>;

/** What the answer to a HEAD of a part that is not in says of it, where something is kept: so many bytes from its start. */
export const HELD_HEADER = 'upload-offset';

/**
 * One part of an upload (ours), with a fresh URL. `content_digest` is what the service computed over the bytes it has; `bytes_held` is how
 * much it keeps of a part that broke off. `etag` is the tag of a part that is in an object store, in place of a digest.
 */
export const uploadPart = presignedRequest.extend({
  received: z.boolean(),
  content_digest: z.string().optional(),
  etag: z.string().optional(),
  bytes_held: u64.optional(),
});
/** One part of an upload. */
export type UploadPart = z.infer<typeof uploadPart>;

/**
 * An upload and its parts in order (ours): what a resuming caller needs. `keeps_torn_parts`: a part that is sent with `Content-Range` goes
 * on where it broke off.
 */
export const upload = z.object({
  upload_id: uuid,
  create_ts: timestamp,
  content_length: u64,
  complete: z.boolean(),
  keeps_torn_parts: z.literal(true).optional(),
  parts: z.array(uploadPart),
});
/** An upload and its parts in order. */
export type Upload = z.infer<typeof upload>;

/** The answer to preparing a logo or banner. */
export const preparePictureAnswer = z.object({ presigned_request: presignedRequest, upload_id: uuid });
