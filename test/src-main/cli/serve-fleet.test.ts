// How `slipway serve` is told where the nodes are.
import { expect, test } from 'vitest';
import { parseServe } from '../../../src-main/cli/serve.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';

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
