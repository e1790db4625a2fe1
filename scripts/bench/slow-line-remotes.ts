// The three remotes that builds are pushed to over a slow line: a service of ours, one with the eleven calls alone, and one that
// keeps its files in a store that speaks S3. Calls and parts both go over the line.
import path from 'node:path';
import { USUAL_PART } from '../../src-shared/service/builds.ts';
import { openElevenRemote } from '../../test/support/open-eleven-remote.ts';
import { openS3Remote } from '../../test/support/open-s3-remote.ts';
import { freePort } from './free-port.ts';
import { type PushService, startPushService } from './push-service.ts';
import type { ShapedLine } from './shaped-line.ts';

export type SlowRemote = {
  readonly service: PushService;
  /** Where it is, over the line, as are the addresses that it gives for parts. */
  readonly url: string;
  /** How much one request carries, of which one in a hundred is cut. */
  readonly requestBytes: number;
  /** Ends it with all that it had in its hands, and starts it again. */
  kill(): Promise<void>;
  /** Whether the build that was pushed last is there, byte for byte. */
  holds(name: string, sha256: string): Promise<boolean>;
  close(): Promise<void>;
};

/** The shortest that we ask a service of ours for, so that it meets the most cuts. */
const OUR_PART = 1_048_576;
/** What S3 has as its smallest, and stores are given most often. */
const S3_PART = 5 * 1_048_576;

export const slowRemotes: readonly [string, (folder: string, line: ShapedLine) => Promise<SlowRemote>][] = [
  ['ours', openOurs],
  ['the eleven alone', openEleven],
  ['an S3 store', openS3],
];

async function openOurs(folder: string, line: ShapedLine): Promise<SlowRemote> {
  const port = await freePort();
  const url = await line.to(() => port);
  const service = await startPushService(folder, { port, publicUrl: url });
  return {
    service,
    url,
    requestBytes: OUR_PART,
    kill: () => killed(service, line),
    holds: (name, sha256) => holds(service, name, sha256),
    close: service.close,
  };
}

async function openEleven(folder: string, line: ShapedLine): Promise<SlowRemote> {
  let front = 0;
  const url = await line.to(() => front);
  const service = await startPushService(folder, { port: await freePort(), publicUrl: url });
  const remote = await openElevenRemote(service.url);
  front = remote.port;
  return {
    service,
    url,
    requestBytes: USUAL_PART,
    kill: () => killed(service, line),
    holds: (name, sha256) => holds(service, name, sha256),
    close: async () => {
      await remote.close();
      await service.close();
    },
  };
}

/** Its store is not ours to be killed: it is away for a moment, with all that was on its way. */
async function openS3(folder: string, line: ShapedLine): Promise<SlowRemote> {
  const port = await freePort();
  const service = await startPushService(folder, { port, publicUrl: await line.to(() => port) });
  const through = (store: string) => line.to(() => Number(new URL(store).port));
  const directory = path.join(folder, 's3');
  const call = async (
    method: string,
    route: string,
    options: Parameters<Parameters<typeof openS3Remote>[0]>[2] = {},
  ) => {
    const { body, raw, headers, signal } = options;
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(service.url + route, {
      method,
      headers: { 'content-type': 'application/json', ...headers, authorization: `Bearer ${service.token}` },
      ...(text === undefined ? {} : { body: text }),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = await response.text();
    const parsed: unknown = answer === '' ? undefined : JSON.parse(answer);
    return { status: response.status, body: parsed };
  };
  const remote = await openS3Remote(call, { partBytes: S3_PART, directory, through });
  const url = await line.to(() => Number(new URL(remote.url).port));
  return {
    service,
    url,
    requestBytes: S3_PART,
    kill: () => killed(service, line),
    holds: async (_, sha256) => (await remote.storedSha256()) === sha256,
    close: async () => {
      await remote.close();
      await service.close();
    },
  };
}

async function killed(service: PushService, line: ShapedLine): Promise<void> {
  line.lose();
  await service.restart();
}

async function holds({ client, game_id, environment_id }: PushService, name: string, sha256: string): Promise<boolean> {
  const { builds } = await client.listBuilds({ params: { game_id, environment_id } });
  return (
    builds.filter((build) => build.name === name && build.sha256 === sha256 && build.state !== 'uploading').length === 1
  );
}
