// Stored builds examined by a call of the service.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import { type BuildTable, writeBuild } from '../../../support/build-listing.ts';
import { elf, elfLibrary } from '../../../support/program-files.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { put, startUploads } from '../../../support/upload.ts';

const unity: BuildTable = {
  'A.x86_64': elf(),
  'UnityPlayer.so': elfLibrary(),
  'A_Data/boot.config': 'a=1\n',
  'run.sh': '#!/bin/bash\r\n',
};

async function start() {
  const started = await startUploads();
  const { call, place } = started;
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
  const prepare = async (name: string, bytes: Uint8Array, kind: string) => {
    const request = { name: 'v1', image_tag: 't', kind, image_file: { path: name, content_length: bytes.length } };
    const { body } = await call('POST', `${at}/prepare`, { body: request });
    return body as { build: string; image_presigned_request: { url: string } };
  };
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>, kind = 'archive') => {
    const { build, image_presigned_request: request } = await prepare(name, bytes, kind);
    await put(request.url, bytes);
    return build;
  };
  const examine = (build: string) => call('GET', `${at}/${build}/doctor`);
  const report = async (build: string) => ((await examine(build)).body as { report: DoctorReport }).report;
  return { ...started, prepare, upload, examine, report };
}

async function packed(flags: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(await makeTempFolder('packed'), 'archive');
  execFileSync('tar', [flags, file, '-C', await writeBuild(unity), '.']);
  return new Uint8Array(await readFile(file));
}

describe('a complete build', () => {
  it.each([
    ['server.tar', '-cf'],
    ['server.tar.gz', '-czf'],
  ])('is examined, packed as %s', async (name, flags) => {
    const { upload, report } = await start();
    const { engine, programs, findings, size } = await report(await upload(name, await packed(flags)));
    expect([engine.name, programs[0]?.path, size.files]).toEqual(['unity', 'A.x86_64', 4]);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'crlf_script', path: 'run.sh' }));
  });

  it('that is one script runs on Node', async () => {
    const { upload, report } = await start();
    const build = await upload('arena.mjs', new Uint8Array(Buffer.from('listen()')), 'javascript');
    expect((await report(build)).programs).toMatchObject([{ path: 'arena.mjs', run_by: 'node' }]);
  });

  it('that cannot be unpacked says why', async () => {
    const { upload, report } = await start();
    const bytes = (await packed('-czf')).subarray(0, 200);
    const { findings } = await report(await upload('server.tar.gz', bytes));
    expect(findings[0]).toMatchObject({ severity: 'block', code: 'not_unpackable' });
  });

  it.each(['docker_image', 'oci_bundle'])('of the kind %s says what it would need', async (kind) => {
    const { upload, report } = await start();
    const { findings, size } = await report(await upload('image.tar', new Uint8Array(100), kind));
    expect(findings).toMatchObject([{ code: 'container', severity: 'info' }]);
    expect(findings[0]?.sentence).toContain('Podman');
    expect(size.bytes).toBe(100);
  });
});

it('an incomplete build is refused in words', async () => {
  const { prepare, examine } = await start();
  const { build } = await prepare('server.tar', new Uint8Array(10), 'archive');
  const { status, body } = await examine(build);
  expect([status, body]).toMatchObject([400, { code: 'UPLOAD_INCOMPLETE' }]);
  expect((body as { message: string }).message).toContain('not complete');
});

it('a build of another namespace is not found', async () => {
  const { call, game, upload } = await start();
  const build = await upload('server.tar', await packed('-cf'));
  const other = game.namespaces[1]?.namespace_id;
  const { status, body } = await call('GET', `/games/${game.game_id}/environments/${other}/builds/${build}/doctor`);
  expect([status, body]).toMatchObject([404, { code: 'BUILDS_BUILD_NOT_FOUND' }]);
});
