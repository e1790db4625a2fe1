// What `slipway serve` understands of its command line.
import { expect, it } from 'vitest';
import { parseServe } from '../../../src-main/cli/serve.ts';

it('listens on this machine alone unless it is told otherwise', () => {
  expect(parseServe([]).exposure).toEqual({ trustProxy: false, allowOrigins: [] });
});

it('takes how far it shall listen', () => {
  const args = '--listen 0.0.0.0 --public-url https://games.example --tls-cert a.pem --tls-key b.pem --trust-proxy';
  const origins = '--allow-origin https://one.example --allow-origin https://two.example';
  expect(parseServe(`${args} ${origins}`.split(' ')).exposure).toEqual({
    listen: '0.0.0.0',
    publicUrl: 'https://games.example',
    tls: { certFile: 'a.pem', keyFile: 'b.pem' },
    trustProxy: true,
    allowOrigins: ['https://one.example', 'https://two.example'],
  });
});

it('takes which ports game servers are given, and how many servers a namespace keeps', () => {
  const args = ['--server-ports', '30000-30999', '--servers', '2'];
  expect(parseServe(args)).toMatchObject({ serverPorts: { from: 30_000, to: 30_999 }, servers: 2 });
  expect(parseServe([])).toMatchObject({ servers: 1 });
  for (const text of ['30000', '2-1', '0-5', '1-70000', 'a-b']) {
    expect(() => parseServe(['--server-ports', text])).toThrow(expect.objectContaining({ code: 'USAGE' }));
  }
});

it.each([['--tls-cert', 'a.pem'], ['--tls-key', 'b.pem'], ['--port', '70000'], ['--unknown'], ['extra']])(
  'refuses %s %s',
  (...args) => {
    expect(() => parseServe(args)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  },
);
