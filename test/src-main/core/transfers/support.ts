// What the tests of transfers share: an uploader over a real network against a real service, with a file to send.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openNetwork } from '../../../../src-main/core/http/network.ts';
import { createHttpTransport } from '../../../../src-main/core/http/transport.ts';
import type { Packed } from '../../../../src-main/core/pack/pack-model.ts';
import { systemClock } from '../../../../src-main/core/platform/clock.ts';
import { createPartHashes, type PartHashes } from '../../../../src-main/core/transfers/engine/part-hashes.ts';
import type { TransferDependencies } from '../../../../src-main/core/transfers/engine/transfer-run.ts';
import { startUpload, type Upload } from '../../../../src-main/core/transfers/engine/uploader.ts';
import { viewOf } from '../../../../src-main/core/transfers/engine/view.ts';
import { openJournal } from '../../../../src-main/core/transfers/journal/journal.ts';
import { nothingDone, type TransferRecord } from '../../../../src-main/core/transfers/journal/transfer-record.ts';
import { askPart } from '../../../../src-main/core/transfers/wire/ask-part.ts';
import { createBandwidth } from '../../../../src-main/core/transfers/wire/bandwidth.ts';
import { createPartBuffers } from '../../../../src-main/core/transfers/wire/part-buffers.ts';
import { createPartSender } from '../../../../src-main/core/transfers/wire/send-part.ts';
import { createServiceClient, type ServiceClient } from '../../../../src-shared/service/client.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { closeAtEnd } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

export const MIB = 1_048_576;

export type SendingOptions = {
  url: string;
  token: string;
  game_id: string;
  namespace_id: string;
  bytes?: number;
  limits?: Partial<TransferDependencies['limits']>;
  switches?: boolean;
  /** Whether it is known to be a service of ours, which is told how long its parts should be. */
  isOurs?: boolean;
  /** How long its parts are whatever the uploader asks for; 16 MiB where it asks for nothing. */
  partBytes?: number;
  /** Else it has a thread of its own. */
  partHashes?: PartHashes | undefined;
  timeouts?: { request: number; watch?: number };
};

/** A thread for all transfers of a file, where it is opened with what is started once for it. */
export function openPartHashes(): PartHashes {
  const script = new URL('../../../../src-main/core/transfers/engine/part-hash-thread.ts', import.meta.url);
  const partHashes = createPartHashes(script);
  closeAtEnd(() => partHashes.close());
  return partHashes;
}

/** A file, a journal with one transfer of it, and the way to the service. `start` works on it until it ends. */
export async function makeSending({ url, token, game_id, namespace_id, bytes = 40 * MIB, ...options }: SendingOptions) {
  const folder = await makeTempFolder('sending');
  const file = path.join(folder, 'server.tar');
  const content = randomBytes(bytes);
  await writeFile(file, content);
  const journal = await openJournal(path.join(folder, 'transfers.db'));
  const partHashes = options.partHashes ?? openPartHashes();
  const network = await openNetwork({}, {});
  onTestFinished(() => {
    network.close();
    journal.close();
  });
  const { timeouts = { request: 5_000 }, partBytes } = options;
  const plain = createServiceClient(createHttpTransport({ url, token, network, timeouts }));
  const client = partBytes === undefined ? plain : inShortParts(plain, partBytes);
  const bandwidth = createBandwidth(systemClock);
  const packed: Packed = {
    source: file,
    kind: 'archive',
    file,
    name: 'server.tar',
    bytes,
    compression: 'none',
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const dependencies: TransferDependencies = {
    journal,
    partHashes,
    clock: systemClock,
    random: () => 0,
    sendPart: createPartSender(bandwidth, createPartBuffers()),
    askPart,
    lineLimit: bandwidth.now,
    isOurs: () => options.isOurs === true,
    pack: async () => packed,
    isWhole: async () =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex') === packed.sha256,
    client: () => client,
    agentsFor: async () => network.agents,
    switchTo: async (record, version_id) => {
      const params = { game_id: record.game_id, namespace_id: record.namespace_id };
      await client.updateNamespaceVersion({ params, body: { version_id } });
      return { outcome: 'switched', sentence: 'Switched.' };
    },
    limits: { stallMs: 5_000, confirmMs: 60_000, ...options.limits },
  };
  const record: TransferRecord = {
    id: randomUUID(),
    created_at: Date.now(),
    target: url,
    game_id,
    namespace_id,
    name: '1.4.2',
    source: file,
    options: { keep: [], allowSecrets: [], fixLineEnds: false },
    switches: options.switches === true,
    key: randomUUID(),
    step: 'pack',
    status: 'queued',
    ...nothingDone,
  };
  journal.add(record);
  const views: TransferView[] = [];
  const start = (signal = new AbortController().signal): Upload => {
    const now = journal.get(record.id) ?? record;
    return startUpload(dependencies, now, {
      signal,
      onChange: (run) => views.push(viewOf(run.record(), run.parts(), run)),
    });
  };
  return { file, content, journal, dependencies, record, views, start, client, packed, bandwidth };
}

function inShortParts(client: ServiceClient, part_size: number): ServiceClient {
  const prepareBuild: ServiceClient['prepareBuild'] = (input, options) => {
    const multipart_upload = input.body.image_file.content_length > part_size;
    return client.prepareBuild({ ...input, body: { ...input.body, part_size, multipart_upload } }, options);
  };
  return { ...client, prepareBuild };
}

/** How many bytes of bodies were put. */
export function bytesPut(requests: readonly { method: string; path: string; bodyBytes: number }[]): number {
  return requests
    .filter(({ method, path: to }) => method === 'PUT' && to.startsWith('/uploads/'))
    .reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
}

/** A piece of a copy as the window writes it: a length, a head, and the bytes. */
export function frame(at: string, text: string | Uint8Array, offset = 0): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from(JSON.stringify({ path: at, offset, size: bytes.length }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, bytes]);
}

export async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
