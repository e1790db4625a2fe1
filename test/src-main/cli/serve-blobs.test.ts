// The options that put builds into an object store: what is missing or misspelt is said before anything starts.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openS3Place, type S3Place } from '../../../src-main/cli/s3-place.ts';
import { parseBlobs } from '../../../src-main/cli/serve-blobs.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const env = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };

function blobsOf(values: Parameters<typeof parseBlobs>[0]): S3Place {
  const place = parseBlobs(values);
  if (place === undefined) throw new Error('A place was given');
  return place;
}

it('takes bucket and prefix, and the endpoint of AWS unless another is given', async () => {
  expect(await openS3Place(blobsOf({ blobs: 's3://builds', 's3-region': 'eu-west-1' }), env)).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    region: 'eu-west-1',
    bucket: 'builds',
    prefix: '',
    keys: { id: 'AKIA', secret: 'secret' },
  });
  const given = { blobs: 's3://builds/studio/a/', 's3-endpoint': 'http://127.0.0.1:9000' };
  expect(await openS3Place(blobsOf(given), env)).toMatchObject({ endpoint: given['s3-endpoint'], prefix: 'studio/a' });
  expect(parseBlobs({})).toBeUndefined();
});

it.each([
  [{ blobs: 'builds' }, 'cli.blobs-invalid'],
  [{ blobs: 's3://Builds' }, 'cli.blobs-invalid'],
  [{ blobs: 's3://builds', 's3-endpoint': 's3.example' }, 'cli.s3-endpoint-invalid'],
])('refuses %j', (values, reason) => {
  expect(() => parseBlobs(values)).toThrow(expect.objectContaining({ code: 'USAGE', reason }));
});

it('wants keys, and takes the first ones of a credentials file each time it is asked', async () => {
  const blobs = blobsOf({ blobs: 's3://builds' });
  await expect(openS3Place(blobs, {})).rejects.toMatchObject({ reason: 'cli.s3-keys-missing' });
  const file = path.join(await makeTempFolder(), 'keys');
  const fromFile = blobsOf({ blobs: 's3://builds', 's3-keys': file });
  await expect(openS3Place(fromFile, env)).rejects.toMatchObject({ reason: 'cli.config-unreadable' });
  await writeFile(file, '[default]\n');
  await expect(openS3Place(fromFile, env)).rejects.toMatchObject({ reason: 'cli.s3-keys-unreadable' });
  await writeFile(file, '[default]\naws_access_key_id = A\naws_secret_access_key=B=\n[other]\naws_access_key_id = C\n');
  const opened = await openS3Place(fromFile, env);
  expect(opened.keys).toEqual({ id: 'A', secret: 'B=' });
  await writeFile(file, 'aws_access_key_id = D\naws_secret_access_key = E\naws_session_token = F\n');
  expect(await opened.readKeys?.()).toEqual({ id: 'D', secret: 'E', session: 'F' });
});
