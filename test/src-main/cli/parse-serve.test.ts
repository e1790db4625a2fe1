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

it.each([['--tls-cert', 'a.pem'], ['--tls-key', 'b.pem'], ['--port', '70000'], ['--unknown'], ['extra']])(
  'refuses %s %s',
  (...args) => {
    expect(() => parseServe(args)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  },
);
