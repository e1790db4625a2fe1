// A place in an S3-compatible store, as the command line names it: s3://BUCKET/PREFIX, with where the store answers and its keys.
import { readFile } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import type { HeadlessOptions } from '../core/local-service/headless.ts';

export const s3Options = {
  's3-endpoint': { type: 'string' },
  's3-region': { type: 'string' },
  's3-keys': { type: 'string' },
} as const;

export const s3Help: readonly [string, string][] = [
  ['--s3-endpoint URL', 'The address of the store, which callers have to reach as well (AWS of the region)'],
  ['--s3-region R', 'The region that requests are signed for (us-east-1)'],
  [
    '--s3-keys FILE',
    'The keys of the store, as in an AWS credentials file; without it from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
];

export type S3Values = Partial<Record<keyof typeof s3Options, string>>;
type StorePlace = NonNullable<HeadlessOptions['objectStore']>;
type Keys = StorePlace['keys'];
/** A place, and the file that has the keys for it. */
export type S3Place = Omit<StorePlace, 'keys' | 'readKeys'> & { keysFile: string | undefined };
type Env = Readonly<Record<string, string | undefined>>;

/** Undefined where `text` names no such place. */
export function parseS3Place(text: string, values: S3Values): S3Place | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const { 's3-region': region = 'us-east-1', 's3-keys': keysFile } = values;
  return { endpoint: endpointOf(values, region), region, bucket, prefix: prefix.replace(/^\/+|\/+$/g, ''), keysFile };
}

/** For a command that names no place which they are for. */
export function refuseS3Options(values: Readonly<Record<string, unknown>>): void {
  const left = Object.keys(s3Options).find((name) => values[name] !== undefined);
  if (left !== undefined) throw new AppError('USAGE', 'cli.s3-without-place', { option: `--${left}` });
}

/** With its keys, which are there from the start, and read again when the store refuses them. */
export async function openS3Place({ keysFile: file, ...place }: S3Place, env: Env): Promise<StorePlace> {
  if (file === undefined) return { ...place, keys: keysOfEnv(env) };
  return { ...place, keys: await readKeys(file), readKeys: () => readKeys(file) };
}

function endpointOf({ 's3-endpoint': endpoint }: S3Values, region: string): string {
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
