// Parts go over lines of their own: whom they may go to is agreed for the instance, and looked at on each of these lines too.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { openNetwork } from '../../../../src-main/core/http/network.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { startWithGame } from '../../../support/service.ts';
import { makeSending } from './support.ts';

it('no byte goes to another certificate than the one that was agreed to, and the sentence says that it is another', async () => {
  const [agreed, shown] = [await makeCertificate(), await makeCertificate()];
  const { port, requests } = await listen(shown);
  const exposure = { publicUrl: `https://127.0.0.1:${port}` };
  const { server, game_id, place } = await startWithGame({ exposure });
  const where = { game_id, namespace_id: place.namespace_id, bytes: 1_000 };
  const { dependencies, start, journal, record } = await makeSending({
    url: server.localUrl,
    token: server.token,
    ...where,
  });
  const { fingerprint256: fingerprint } = new X509Certificate(agreed.cert);
  const network = await openNetwork({ pinned: { fingerprint, pem: agreed.cert } }, {});
  onTestFinished(network.close);
  dependencies.agentsFor = async () => network.agents;
  const problem = {
    code: 'CERTIFICATE_UNTRUSTED',
    message: expect.stringContaining('it is not the one that you trusted. Nothing was sent there.'),
  };
  expect(await start().ended).toMatchObject({ status: 'failed', problem });
  expect(journal.get(record.id)).toMatchObject({ step: 'parts', bytes_on_wire: 0 });
  expect(requests).toEqual([]);
});

async function listen({ cert, keyFile }: Awaited<ReturnType<typeof makeCertificate>>) {
  const requests: string[] = [];
  const server = createServer({ cert, key: await readFile(keyFile) }, ({ url = '' }) => requests.push(url));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { port: address.port, requests };
}
