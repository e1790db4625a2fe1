// The options of `slipway serve` that put the bytes of builds into an S3-compatible store.
import { readFile } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import type { HeadlessOptions } from '../core/local-service/headless.ts';

export const blobOptions = {
  blobs: { type: 'string' },
  's3-endpoint': { type: 'string' },
  's3-region': { type: 'string' },
  's3-keys': { type: 'string' },
} as const;

export const blobHelp: readonly [string, string][] = [
  [
    '--blobs s3://BUCKET/PREFIX',
    'Keep the bytes of builds in an S3-compatible store; callers send them straight there',
  ],
  ['--s3-endpoint URL', 'Where the store answers, for this service and for callers (that of AWS for the region)'],
  ['--s3-region R', 'The region that requests are signed for (us-east-1)'],
  [
    '--s3-keys FILE',
    'The keys of the store, as in an AWS credentials file; without it from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
];

type Values = Partial<Record<keyof typeof blobOptions, string>>;
type StorePlace = NonNullable<HeadlessOptions['objectStore']>;
type Keys = StorePlace['keys'];
/** Where builds go, and the file that has the keys for it. */
export type Blobs = Omit<StorePlace, 'keys' | 'readKeys'> & { file: string | undefined };
type Env = Readonly<Record<string, string | undefined>>;

/** Undefined where builds are files of the data folder. */
export function parseBlobs(values: Values): Blobs | undefined {
  const { blobs, 's3-region': region = 'us-east-1' } = values;
  if (blobs === undefined) {
    const [left] = Object.keys(values).filter((name) => name.startsWith('s3-'));
    if (left !== undefined) throw new AppError('USAGE', 'cli.s3-without-blobs', { option: `--${left}` });
    return undefined;
  }
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(blobs) ?? [];
  if (bucket === undefined) throw new AppError('USAGE', 'cli.blobs-invalid', { text: blobs });
  const place = { endpoint: endpointOf(values, region), region, bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') };
  return { ...place, file: values['s3-keys'] };
}

/** With its keys, which are there from the start, and read again when the store refuses them. */
export async function openBlobs(blobs: Blobs | undefined, env: Env): Promise<StorePlace | undefined> {
  if (blobs === undefined) return undefined;
  const { file, ...place } = blobs;
  if (file === undefined) return { ...place, keys: keysOfEnv(env) };
  return { ...place, keys: await readKeys(file), readKeys: () => readKeys(file) };
}

function endpointOf({ 's3-endpoint': endpoint }: Values, region: string): string {
  if (endpoint === undefined) return `https://s3.${region}.amazonaws.com`;
  if (/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return endpoint;
  throw new AppError('USAGE', 'cli.s3-endpoint-invalid', { text: endpoint });
}

function keysOfEnv({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session }: Env): Keys {
  const keys = keysFrom(id, secret, session);
  if (keys === undefined) throw new AppError('USAGE', 'cli.s3-keys-missing');
  return keys;
}

async function readKeys(file: string): Promise<Keys> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new AppError('USAGE', 'cli.config-unreadable', { file, why: systemReason(thrown) }, { cause: thrown });
  });
  // Of several profiles the first one counts.
  const valueOf = (name: string) => new RegExp(`^\\s*${name}\\s*=\\s*(\\S+)\\s*$`, 'im').exec(text)?.[1];
  const [id, secret] = [valueOf('aws_access_key_id'), valueOf('aws_secret_access_key')];
  const keys = keysFrom(id, secret, valueOf('aws_session_token'));
  if (keys === undefined) throw new AppError('USAGE', 'cli.s3-keys-unreadable', { file });
  return keys;
}

function keysFrom(id = '', secret = '', session = ''): Keys | undefined {
  if (id === '' || secret === '') return undefined;
  return session === '' ? { id, secret } : { id, secret, session };
}
