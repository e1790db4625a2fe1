// Files that the service takes as they lie on the disk: by a link where nobody writes into them any more, as a copy otherwise;
// hashed, recorded and published as if they had been sent.
import { link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { blobs, prepareBuild, put, randomFile, sha256, startUploads } from '../../../support/upload.ts';

const MIB = 1_048_576;
const forEver = new AbortController().signal;

async function startTaking(bytes = 5 * MIB) {
  const started = await startUploads();
  const folder = await makeTempFolder('taken');
  const content = randomFile(bytes);
  const file = path.join(folder, 'server.tar');
  await writeFile(file, content, { mode: 0o600 });
  const hash = sha256(content).toString('hex');
  const begin = async (name = 'v1') => {
    const { build, parts } = await prepareBuild(started.call, started.place, { name, bytes });
    const { upload_id: upload } = await started.build(build);
    return { build, parts, upload };
  };
  const take = (upload: string, more: { mayLink?: boolean; sha256?: string; file?: string } = {}) =>
    started.server.takeFile(upload, { file, sha256: hash, mayLink: false, ...more }, forEver, () => undefined);
  const { dataFolder } = started.server;
  const blob = path.join(dataFolder, 'blobs', hash.slice(0, 2), hash);
  const waiting = () => readdir(path.join(dataFolder, 'uploads'));
  return { ...started, file, content, hash, begin, take, blob, waiting };
}

describe('a file that is taken', () => {
  it('becomes a complete build and a version, with bytes of its own', async () => {
    const { begin, take, build, versions, blob, content, file, waiting } = await startTaking();
    const begun = await begin('1.4.2');
    await take(begun.upload);
    expect((await build(begun.build)).state).toBe('complete');
    expect((await versions()).map(({ display_name: name }) => name)).toContain('1.4.2');
    await writeFile(file, 'something else');
    expect(sha256(await readFile(blob))).toEqual(sha256(content));
    expect(await waiting()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is only linked when it may be', async () => {
    const { begin, take, blob, file, waiting } = await startTaking();
    await take((await begin()).upload, { mayLink: true });
    expect((await stat(blob)).ino).toBe((await stat(file)).ino);
    // Again, as the same pack is dropped twice: both names are of the same bytes then.
    await take((await begin('v2')).upload, { mayLink: true });
    expect(await waiting()).toEqual([]);
    expect((await stat(file)).nlink).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('is taken at the word of its seal only while nobody touched it', async () => {
    const { begin, server, file, content, hash, blob, versions } = await startTaking();
    const { ino, size, mtimeMs } = await stat(file);
    const request = { file, sha256: hash, mayLink: true, seal: { ino, size, mtimeMs } };
    const other = (await begin('2.0')).upload;
    await server.takeFile((await begin('1.0')).upload, request, forEver, () => undefined);
    expect(sha256(await readFile(blob))).toEqual(sha256(content));
    expect((await versions()).map(({ display_name: name }) => name)).toContain('1.0');
    // Bytes of the same number that somebody wrote into it since.
    const touched = path.join(path.dirname(file), 'touched.tar');
    await writeFile(touched, content);
    const sealed = await stat(touched);
    await writeFile(touched, randomFile(content.length));
    const seal = { ino: sealed.ino, size: sealed.size, mtimeMs: sealed.mtimeMs };
    const taking = server.takeFile(other, { ...request, file: touched, seal }, forEver, () => undefined);
    await expect(taking).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
  });

  it('can be taken again, and says how far it is', async () => {
    const { begin, server, file, hash, versions } = await startTaking(64 * MIB);
    const { upload } = await begin();
    const reported: number[] = [];
    const request = { file, sha256: hash, mayLink: false };
    await server.takeFile(upload, request, forEver, (bytes) => reported.push(bytes));
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    await server.takeFile(upload, request, forEver, () => undefined);
    expect(await versions()).toHaveLength(2);
  });

  it('is refused when it is not what was announced, and the upload goes on as it was', async () => {
    const { begin, take, build, file, content, waiting } = await startTaking();
    const begun = await begin();
    await expect(take(begun.upload, { sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
    await writeFile(file, 'too short');
    await expect(take(begun.upload)).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
    await expect(take(begun.upload, { file: `${file}.none` })).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
    expect(await waiting()).toEqual([begun.upload]);
    for (const part of begun.parts) expect((await put(part.url, content)).status).toBe(200);
    expect((await build(begun.build)).state).toBe('complete');
  });

  it('never comes in the place of parts', async () => {
    const { call, place, build, take } = await startTaking(20 * MIB);
    const begun = await prepareBuild(call, place, { bytes: 20 * MIB, multipart: true });
    const { upload_id: upload } = await build(begun.build);
    await expect(take(upload)).rejects.toMatchObject({ code: 'UPLOAD_INVALID' });
  });

  it('leaves nothing when it is given up', async () => {
    const { begin, server, file, hash, waiting } = await startTaking(128 * MIB);
    const { upload } = await begin();
    const controller = new AbortController();
    const request = { file, sha256: hash, mayLink: false };
    const taking = server.takeFile(upload, request, controller.signal, () => undefined);
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(taking).rejects.toThrow('enough');
    expect(await waiting()).toEqual([upload]);
  });

  it('is safe against a sender of other bytes, who could write into what is linked', async () => {
    const { begin, take, content, file } = await startTaking();
    const { upload, parts } = await begin();
    const other = randomFile(content.length);
    const [, answer] = await Promise.all([take(upload, { mayLink: true }), put(parts[0]?.url ?? '', other)]);
    // Whichever came first, what was packed is what it was.
    expect(sha256(await readFile(file))).toEqual(sha256(content));
    expect([200, 400]).toContain(answer.status);
  });

  it('is complete after the next start, when the service ended between its last byte and its version', async () => {
    const { begin, server, file, hash, content } = await startTaking();
    const { upload } = await begin();
    await server.close();
    const { dataFolder } = server;
    // As a crash right after the link leaves it: the bytes are there under a name of their own, and no record says so.
    const uploads = path.join(dataFolder, 'uploads');
    await mkdir(uploads, { recursive: true });
    await link(file, path.join(uploads, `${upload}.0123456789ab`));
    const again = await startUploads({ dataFolder });
    expect(await readdir(uploads)).toEqual([upload]);
    expect(sha256(await readFile(file))).toEqual(sha256(content));
    await again.server.takeFile(upload, { file, sha256: hash, mayLink: true }, forEver, () => undefined);
    expect(await blobs(dataFolder)).toEqual([hash]);
    await again.server.close();
    expect((await checkDataFolder(dataFolder)).damaged).toEqual([]);
  });
});
