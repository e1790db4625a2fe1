// Settings that are felt by what is under way, or are checked before they are kept.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { startTestCore } from '../../../support/core.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startWithGame } from '../../../support/service.ts';
import { rounds } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile } from '../../../support/upload.ts';

const PART = 16 * 1_048_576;

it('sends no more parts side by side than a person said, in an upload under way too', async () => {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const { client, core, whenState } = await startTestCore();
  const added = await client.call('instances.add', { url: proxy.url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  await client.call('settings.set', { upload_lanes: 2 });
  const sending: number[] = [];
  let last: TransferView | undefined;
  const take = ([view]: TransferView[]) => {
    last = view;
    if (view !== undefined) sending.push(view.parts.sending);
  };
  client.subscribe('transfers', {}, { next: take });
  proxy.fail({ method: 'PUT', match: /^\/uploads\//, fault: { kind: 'slow', bytesPerSecond: 12_000_000 } });
  const file = path.join(await makeTempFolder('build'), 'server.tar');
  // One part more than may go side by side, however small it is.
  await writeFile(file, randomFile(rounds(2 * PART + 1, 4 * PART)));
  const { source_id: source } = core.offerSource(file);
  const request = { source_id: source, instance_id: added.instance_id, ...service.place, name: '1' };
  await client.call('transfers.start', request);
  await until(() => (last?.parts.verified ?? 0) >= 2);
  expect(Math.max(...sending)).toBe(2);
  await client.call('settings.set', { upload_lanes: 8 });
  proxy.heal();
  await until(() => last?.status === 'done');
  // Through a slow line and onto the disk: half a minute on a busy machine.
}, 90_000);

it('trusts no file that it cannot read or that holds no certificate, and keeps the old one', async () => {
  const { client, core } = await startTestCore();
  const set = (file: string) => client.call('settings.set', { ca_file: file });
  const folder = await makeTempFolder('certificates');
  await expect(set(path.join(folder, 'none.pem'))).rejects.toMatchObject({ code: 'CERTIFICATE_UNTRUSTED' });
  const file = path.join(folder, 'x.pem');
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  for (const text of ['no certificate', broken]) {
    await writeFile(file, text);
    await expect(set(file)).rejects.toThrow('contains no certificate in PEM format');
  }
  expect(core.settings.get().ca_file).toBeUndefined();
});
