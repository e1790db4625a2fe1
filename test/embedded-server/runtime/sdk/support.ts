// A hosted program that calls its SDK over HTTP as it is told on its console, and writes out what it was answered.
import { type Files, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';

export type Hosting = Awaited<ReturnType<typeof startHosting>>;

export const LISTEN = "require('node:net').createServer(() => {}).listen(+process.env.PORT, process.env.SLIPWAY_HOST);";
const CALLS = `require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, path, body, repeat = 1, port = process.env.AGONES_SDK_HTTP_PORT, host = '127.0.0.1' } = JSON.parse(line);
  for (let nth = 0; nth < repeat; nth += 1) {
    const sent = typeof body === 'number' ? JSON.stringify({ value: 'x'.repeat(body) }) : body;
    const answer = await fetch('http://' + host + ':' + port + path, { method, body: sent })
      .then(async (found) => found.status + ' ' + (await found.text()), (error) => 'failed ' + (error.cause ?? error));
    console.log(id + ' ' + answer);
  }
});`;

/** The files of a build whose program listens and calls the SDK. */
export function callingBuild(manifest: object = {}, more = ''): Files {
  return nodeBuild(`${CALLS}\n${more}\n${LISTEN}`, { ports: { game: { protocol: 'tcp' } }, ...manifest });
}

/** One server of a build, with what it wrote and ways to have it call its SDK. */
export async function runServer(hosting: Hosting, files: Files) {
  const { deploy, create, client, params } = hosting;
  const { build } = await deploy(files);
  const { id } = await create(build);
  const place = { ...params, server_id: id };
  let lastId = 0;
  const lines = async () =>
    (await client.readServerLog({ params: place, query: { limit: 2000 } })).lines.map(({ text }) => text);
  const ask = async (method: string, path: string, body?: object | string | number, port?: number, host?: string) => {
    lastId += 1;
    const mark = `#${lastId} `;
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const line = JSON.stringify({ id: mark.trim(), method, path, body: sent, port, host });
    await client.typeIntoServer({ params: place, body: { line } });
    let found = '';
    await until(async () => {
      found = (await lines()).find((text) => text.startsWith(mark)) ?? '';
      return found !== '';
    }, `the answer to ${method} ${path}`);
    const [, status = '', text = ''] = /^\S+ (\S+) (.*)$/.exec(found) ?? [];
    return { status: Number(status), body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return {
    id,
    ask,
    lines,
    build,
    whenWritten: (text: string | RegExp) =>
      until(
        async () => (await lines()).some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))),
        `${text} in the log`,
      ),
    sdk: async () => (await client.inspectServer({ params: place })).inspection.sdk,
    untilState: (...states: Parameters<Hosting['untilState']> extends [string, ...infer S] ? S : never) =>
      hosting.untilState(id, ...states),
  };
}
