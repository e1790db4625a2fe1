// How `slipway serve` is told where the nodes are.
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseServe } from '../../../src-main/cli/serve.ts';
import { withAuthority } from '../../../src-main/cli/serve-fleet.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { writeTree } from '../../support/write-tree.ts';

test('an engine is named by its socket, with our own image unless another one is given', () => {
  expect(parseServe([]).fleet).toBeUndefined();
  expect(parseServe(['--fleet', 'docker:///run/docker.sock']).fleet).toEqual({
    engine: { socketPath: '/run/docker.sock' },
    image: `localhost/slipway:${slipwayVersion}`,
  });
  const words = ['--fleet', 'docker:///run/docker.sock', '--fleet-image', 'registry.example/slipway:2'];
  expect(parseServe(words).fleet?.image).toBe('registry.example/slipway:2');
});

test('one elsewhere is taken with certificates of both sides, and refused without', () => {
  const fleet = ['--fleet', 'tcp://engine.example'];
  expect(() => parseServe(fleet)).toThrow('could be used by anybody without TLS');
  const tls = ['--fleet-tls-ca', 'ca.pem', '--fleet-tls-cert', 'cert.pem', '--fleet-tls-key', 'key.pem'];
  expect(parseServe([...fleet, ...tls]).fleet?.engine).toEqual({
    host: 'engine.example',
    port: 2376,
    tls: { caFile: 'ca.pem', certFile: 'cert.pem', keyFile: 'key.pem' },
  });
  expect(parseServe(['--fleet', 'tcp://[fd00::1]:2376', ...tls]).fleet?.engine).toMatchObject({ host: 'fd00::1' });
});

test.each(['docker.sock', 'docker://', 'http://engine.example', 'tcp://'])('%s names no engine', (text) => {
  expect(() => parseServe(['--fleet', text])).toThrow('--fleet takes docker:///run/docker.sock or tcp://HOST:2376');
});

test('a file that holds no authority is refused as a wrong argument, in the sentence of the settings', async () => {
  const folder = await writeTree({ 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' });
  const { fleet } = parseServe(['--fleet', 'docker:///run/docker.sock']);
  await expect(withAuthority(fleet, path.join(folder, 'ca.pem'))).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('contains no certificate in PEM format'),
  });
  await expect(withAuthority(fleet, path.join(folder, 'none.pem'))).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('cannot be read'),
  });
});
