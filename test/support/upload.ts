// Prepares builds and sends their parts, as any HTTP client would.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Build, BuildKind } from '../../src-shared/service/builds.ts';
import type { PresignedRequest, Upload } from '../../src-shared/service/uploads.ts';
import { startTestService, type TestService, withGame } from './service.ts';

export type Prepared = { build: string; parts: PresignedRequest[]; game_id: string; environment_id: string };
export type UploadOptions = {
  name?: string;
  bytes: number;
  multipart?: boolean;
  key?: string;
  path?: string;
  kind?: BuildKind;
  /** How long its parts are, where it has several; 16 MiB where nothing is said. */
  partSize?: number;
};

export async function prepareBuild(
  call: TestService['call'],
  place: { game_id: string; environment_id: string },
  {
    name = 'v1',
    bytes,
    multipart = false,
    key,
    path: fileName = 'server.tar',
    kind = 'archive',
    partSize,
  }: UploadOptions,
): Promise<Prepared> {
  const { body } = await call('POST', `/games/${place.game_id}/environments/${place.environment_id}/builds/prepare`, {
    body: {
      name,
      image_tag: 'server:1',
      image_file: { path: fileName, content_length: bytes },
      kind,
      multipart_upload: multipart,
      ...(partSize !== undefined && { part_size: partSize }),
    },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
  const answer = body as {
    build: string;
    image_presigned_request?: PresignedRequest;
    image_presigned_requests?: PresignedRequest[];
  };
  const single = answer.image_presigned_request;
  return { ...place, build: answer.build, parts: answer.image_presigned_requests ?? (single ? [single] : []) };
}

export type PutOptions = { headers?: Record<string, string>; method?: string; signal?: AbortSignal };

export async function put(url: string, bytes: Uint8Array<ArrayBuffer>, { headers = {}, ...more }: PutOptions = {}) {
  const body = more.method === undefined ? { body: bytes } : {};
  const response = await fetch(url, { method: 'PUT', ...body, ...more, headers: { connection: 'close', ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** The bytes of one part of a file. */
export function slice(file: Uint8Array<ArrayBuffer>, part: PresignedRequest): Uint8Array<ArrayBuffer> {
  return file.subarray(part.byte_offset, part.byte_offset + part.content_length);
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

export function digestHeader(bytes: Uint8Array): string {
  return `sha-256=:${sha256(bytes).toString('base64')}:`;
}

export function randomFile(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(size));
}

/** Bytes that differ each time, as a file that the doctor takes for a program. */
export function randomProgram(size: number): Uint8Array<ArrayBuffer> {
  const bytes = randomFile(size);
  bytes.set(new TextEncoder().encode('#!/bin/sh\n'));
  return bytes;
}

/** A service with a game, and short ways to its builds, uploads and versions. */
export async function startUploads(options: Parameters<typeof startTestService>[0] = {}) {
  return await withUploads(await startTestService(options));
}

/** The same in a service that other tests use as well: the game is this test's own. */
export async function withUploads(service: TestService) {
  const started = await withGame(service);
  const { game } = started;
  const environment_id = game.namespaces[0]?.namespace_id ?? '';
  const place = { game_id: game.game_id, environment_id };
  const { call } = started;
  const build = async (id: string) => {
    const { body } = await call('GET', `/games/${place.game_id}/environments/${environment_id}/builds/${id}`);
    return (body as { build: Build }).build;
  };
  const upload = async (id: string) => {
    const { body } = await call('GET', `/cloud/uploads/${(await build(id)).upload_id}`);
    return (body as { upload: Upload }).upload;
  };
  const versions = async () => {
    const { body } = await call('GET', `/cloud/games/${place.game_id}`);
    return (body as { game: { versions: { display_name: string; version_id: string }[] } }).game.versions;
  };
  return { ...started, place, build, upload, versions };
}

/** Whether the data folder has this blob, with the bytes that its name says. */
export async function hasBlob(folder: string, name: string): Promise<boolean> {
  const bytes = await readFile(path.join(folder, 'blobs', name.slice(0, 2), name)).catch(() => undefined);
  return bytes !== undefined && sha256(bytes).toString('hex') === name;
}

/** The names of all blobs of a data folder, each of which has to hold what its name says. */
export async function blobs(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'blobs'), { recursive: true }).catch(() => []);
  const files = entries.filter((entry) => path.basename(entry).length === 64);
  for (const file of files) {
    const bytes = await readFile(path.join(folder, 'blobs', file));
    if (sha256(bytes).toString('hex') !== path.basename(file)) throw new Error(`${file} holds other bytes`);
  }
  return files.map((file) => path.basename(file));
}
