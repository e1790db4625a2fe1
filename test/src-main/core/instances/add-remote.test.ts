// Adding remotes, over real TLS and in the clear: what is asked of a person first, what is refused, and where the token goes.
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf } from '../../../../src-shared/text/message.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { coreForAll, startTestCore } from '../../../support/core.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startTestService, withGame } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';

async function startTlsRemote() {
  const tls = await makeCertificate();
  const service = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
  return { tls, url: service.server.localUrl, token: service.server.token, log: service.log };
}

/** For tests that keep no setting and look at no file of it; what they add goes with each. */
const useCore = coreForAll();
const useService = startOnce(() => startTestService());

describe('a remote with a certificate that nobody vouches for', () => {
  const useRemote = startOnce(startTlsRemote);

  it('is added only with its fingerprint, and the token is never sent before', async () => {
    const { url, token, log } = await useRemote();
    const { client, whenState, instances } = await useCore();
    const quiet = log.length;
    const outcome = await client.call('instances.add', { url, token });
    if (outcome.outcome !== 'certificate') throw new Error(`expected a question, not ${outcome.outcome}`);
    expect(textOf(outcome.sentence)).toContain('it is self-signed');
    expect(outcome.certificate).toMatchObject({ subject: 'CN=games.example', self_signed: true });
    expect(outcome.certificate.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(instances()).toHaveLength(1);
    // The service saw handshakes and not one request.
    expect(log.slice(quiet).filter(({ message }) => message === 'request')).toEqual([]);
    const fingerprint = outcome.certificate.fingerprint.replaceAll(':', '').toLowerCase();
    const added = await client.call('instances.add', { url, token, trust_fingerprint: fingerprint, name: 'EU' });
    if (added.outcome !== 'added') throw new Error(`expected it to be added, not ${added.outcome}`);
    expect(added.probe).toMatchObject({ token_kind: 'owner', why_not: {} });
    expect(log.filter(({ message }) => message === 'request').length).toBeGreaterThan(0);
    const view = await whenState(added.instance_id, 'connected');
    expect(view).toMatchObject({
      name: 'EU',
      kind: 'remote',
      url,
      pinned_fingerprint: outcome.certificate.fingerprint,
    });
    expect(view.latency_ms).toBeGreaterThanOrEqual(0);
    expect(view).not.toHaveProperty('stale_since');
  });

  it('is refused with another fingerprint than it shows', async () => {
    const { url, token } = await useRemote();
    const { client } = await useCore();
    const adding = client.call('instances.add', { url, token, trust_fingerprint: 'AB:CD' });
    await expect(adding).rejects.toMatchObject({
      code: 'CERTIFICATE_UNTRUSTED',
      message: expect.stringContaining('shows another certificate than the one you trusted'),
    });
  });

  it('is refused once it shows another certificate, until that one is agreed to', async () => {
    const first = await useRemote();
    const other = await startTlsRemote();
    const core = await useCore();
    const outcome = await core.client.call('instances.add', { url: first.url, token: first.token });
    if (outcome.outcome !== 'certificate') throw new Error('expected a question');
    const { fingerprint } = outcome.certificate;
    const request = { url: first.url, token: first.token, trust_fingerprint: fingerprint };
    const added = await core.client.call('instances.add', request);
    if (added.outcome !== 'added') throw new Error('expected it to be added');
    const id = added.instance_id;
    await core.whenState(id, 'connected');
    // The same record, with another machine behind the address.
    const stored = core.core.instances.find(id).view();
    expect(stored).toMatchObject({ pinned_fingerprint: fingerprint });
    const pem = first.tls.cert;
    await core.core.instances.openRemote({ id, name: 'EU', url: other.url, pinned: { fingerprint, pem } });
    const refused = await core.whenState(id, 'refused');
    expect(refused.problem).toMatchObject({
      code: 'CERTIFICATE_UNTRUSTED',
      message: expect.stringContaining('it is not the one that you trusted'),
    });
    const shownNow = () => {
      const view = core.instance(id);
      return view?.state === 'refused' ? (view.certificate?.fingerprint ?? '') : '';
    };
    await expect.poll(shownNow).toMatch(/^([0-9A-F]{2}:){31}/);
    const shown = shownNow();
    expect(shown).not.toBe(fingerprint);
    await core.host.secrets.set(`instance-token:${id}`, other.token);
    await core.client.call('instances.pinCertificate', { instance_id: id, fingerprint: shown });
    await core.whenState(id, 'connected');
  });

  it('is taken without a question when the file of trusted certificates has it', async () => {
    const { url, token, tls } = await useRemote();
    const { client, whenState } = await startTestCore();
    await client.call('settings.set', { ca_file: tls.certFile });
    const added = await client.call('instances.add', { url, token });
    expect(added.outcome).toBe('added');
    if (added.outcome === 'added') await whenState(added.instance_id, 'connected');
  });
});

describe('the token of a remote', () => {
  it('lies in one file that only the user reads, and in no setting', async () => {
    const { server } = await useService();
    const { client, folder } = await startTestCore();
    const added = await client.call('instances.add', { url: server.url, token: ` ${server.token}\n` });
    expect(added.outcome).toBe('added');
    expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).toContain(server.token);
    if (process.platform !== 'win32') {
      expect((await stat(path.join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
    }
    const settings = await readFile(path.join(folder, 'settings.json'), 'utf8');
    expect(settings).toContain(server.url);
    expect(settings).not.toContain(server.token);
    expect((await readdir(folder)).filter((name) => name.startsWith('secrets.json.'))).toEqual(['secrets.json.lock']);
  });

  it('goes with the remote when that is removed', async () => {
    const { server } = await useService();
    const { client, folder, instances } = await startTestCore();
    const added = await client.call('instances.add', { url: server.url, token: server.token });
    if (added.outcome !== 'added') throw new Error('expected it to be added');
    await client.call('instances.remove', { instance_id: added.instance_id });
    await expect.poll(() => instances().map(({ name }) => name)).toEqual(['Local']);
    expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(server.token);
    expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).not.toContain(server.url);
  });

  it('is refused when the remote does not know it, and nothing is kept', async () => {
    const { server } = await useService();
    const { client, folder, instances } = await startTestCore();
    const adding = client.call('instances.add', { url: server.url, token: 'slipway_owner_wrong' });
    await expect(adding).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
    expect(instances()).toHaveLength(1);
    await expect(readFile(path.join(folder, 'secrets.json'), 'utf8')).rejects.toThrow('ENOENT');
  });

  it('tells what it may not do when it is for one game', async () => {
    const { server, call, game } = await withGame(await useService());
    const made = await call('POST', `/cloud/games/${game.game_id}/tokens/cloud`, { body: {} });
    const { token } = made.body as { token: string };
    const { client, whenState } = await useCore();
    const added = await client.call('instances.add', { url: server.url, token });
    if (added.outcome !== 'added') throw new Error('expected it to be added');
    expect(added.probe).toMatchObject({ token_kind: 'cloud' });
    const view = await whenState(added.instance_id, 'connected');
    expect(view).toMatchObject({ token_kind: 'cloud' });
    const forOneGame = expect.objectContaining({ text: expect.stringContaining('for one game and may not do this') });
    expect(view.why_not).toEqual({
      create_game: forOneGame,
      share_server: forOneGame,
      nodes: forOneGame,
      list_groups: forOneGame,
      test_billing: forOneGame,
    });
  });

  it('tells that it is read-only, and for one namespace', async () => {
    const { server, call, game } = await withGame(await useService());
    const body = { can: ['read'], environment_id: game.namespaces[0]?.namespace_id };
    const made = await call('POST', `/cloud/games/${game.game_id}/tokens`, { body });
    const { token } = made.body as { token: string };
    const { client, whenState } = await useCore();
    const added = await client.call('instances.add', { url: server.url, token });
    if (added.outcome !== 'added') throw new Error('expected it to be added');
    expect(textOf(added.probe.sentence)).toMatch(/The token is for one namespace\. It is read-only/);
    const { why_not: whyNot, ...view } = await whenState(added.instance_id, 'connected');
    expect(Object.keys(whyNot ?? {})).toEqual(expect.arrayContaining(['switch_version', 'upload_build']));
    const place = 'token_place' in view ? view.token_place : undefined;
    expect(place).toMatchObject({ namespace_id: body.environment_id, why: { reason: 'token.other-namespace' } });
    expect(place?.not_elsewhere).toEqual(expect.arrayContaining(['switch_version', 'list_servers', 'end_server']));
    expect(place?.not_elsewhere).not.toContain('create_game');
  });
});

describe('an address', () => {
  it('in the clear needs consent before anything is sent there', async () => {
    const { client } = await useCore();
    const outcome = await client.call('instances.add', { url: 'http://games.example', token: 'x' });
    expect(outcome).toMatchObject({
      outcome: 'in_the_clear',
      sentence: { text: expect.stringContaining('is not https') },
    });
  });

  it.each([
    ['ftp://games.example', 'is not the address'],
    ['https://me:pw@games.example', 'name and password'],
    ['https://games.example/?a=1', 'after the path'],
    ['https://', 'is not the address'],
  ])('like %j is refused in words', async (url, sentence) => {
    const { client } = await useCore();
    const adding = client.call('instances.add', { url, token: 'x' });
    await expect(adding).rejects.toMatchObject({
      code: 'INSTANCE_ADDRESS',
      message: expect.stringContaining(sentence),
    });
  });

  it('of something else is distinguished from one of the service', async () => {
    const site = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<html><title>Not Found</title></html>');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => void site.close());
    const { port } = site.address() as AddressInfo;
    const { client } = await useCore();
    const web = client.call('instances.add', { url: `http://127.0.0.1:${port}`, token: 'x' });
    await expect(web).rejects.toMatchObject({ message: expect.stringContaining('is a web page, not the service') });
    const tls = client.call('instances.add', { url: `https://127.0.0.1:${port}`, token: 'x' });
    await expect(tls).rejects.toMatchObject({ message: expect.stringContaining('does not speak TLS') });
    const nobody = client.call('instances.add', { url: 'http://127.0.0.1:1', token: 'x' });
    await expect(nobody).rejects.toMatchObject({ message: expect.stringContaining('nothing listens there') });
  });

  it('that the service does not go by is refused with what to do, whatever the token may', async () => {
    const { server } = await useService();
    const tunnel = await startFaultProxy(server.url, { keepsHost: true });
    const { client, whenState, core } = await useCore();
    const refusal = {
      code: 'INSTANCE_ADDRESS',
      message: expect.stringContaining('name a second one with --public-url'),
    };
    const adding = client.call('instances.add', { url: tunnel.url, token: server.token });
    await expect(adding).rejects.toMatchObject(refusal);
    const added = await client.call('instances.add', { url: server.url, token: server.token });
    if (added.outcome !== 'added') throw new Error('expected it to be added');
    const { instance_id: id } = added;
    await core.instances.openRemote({ id, name: 'Tunnel', url: tunnel.url });
    const { problem } = await whenState(id, 'refused');
    expect(problem).toMatchObject(refusal);
  });

  it('with the same token is added once', async () => {
    const { server } = await useService();
    const { client } = await useCore();
    const request = { url: server.url, token: server.token };
    await client.call('instances.add', request);
    await expect(client.call('instances.add', { ...request, url: `${server.url}/` })).rejects.toMatchObject({
      code: 'INSTANCE_EXISTS',
    });
  });
});
