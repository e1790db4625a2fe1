// What `slipway serve` understands of its command line.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseServe } from '../../../src-main/cli/serve.ts';
import { readServeConfig } from '../../../src-main/cli/serve-config.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

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

it('takes how much any one server gets at most', () => {
  const args = '--server-memory 2048 --server-disk 5000 --server-processes 64 --server-open-files 1024'.split(' ');
  expect(parseServe(args).serverLimits).toEqual({ memory: 2048, disk: 5000, processes: 64, openFiles: 1024 });
  expect(parseServe([]).serverLimits).toEqual({});
  for (const text of ['0', '-1', '2GB', '1.5']) {
    expect(() => parseServe([`--server-memory=${text}`])).toThrow(
      `--server-memory takes a whole number from 16 to 16777216, not "${text}".`,
    );
  }
});

it.each([['--tls-cert', 'a.pem'], ['--tls-key', 'b.pem'], ['--port', '70000'], ['--unknown'], ['extra']])(
  'refuses %s %s',
  (...args) => {
    expect(() => parseServe(args)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  },
);

it.each(['--data', '--backup', '--config', '--public-url', '--server-memory'])(
  'refuses %s with nothing behind it, as of a variable that a script has not set',
  (option) => {
    const refused = { code: 'USAGE', message: `${option} wants a value behind it. See slipway serve --help.` };
    expect(() => parseServe([option, ''])).toThrow(expect.objectContaining(refused));
  },
);

describe('a file of options', () => {
  const options = {
    port: { type: 'string' },
    'public-url': { type: 'string' },
    'trust-proxy': { type: 'boolean' },
    config: { type: 'string' },
  } as const;
  const read = async (text: string) => {
    const file = path.join(await makeTempFolder('config'), 'serve.conf');
    await writeFile(file, text);
    return await readServeConfig(file, options);
  };

  it('says what arguments would, with comments and empty lines, and lines of Windows', async () => {
    const text = '# a comment\r\n\r\nport=7000\n  public-url = https://games.example?a=b # c\ntrust-proxy = yes\n';
    expect(await read(text)).toEqual(['--port=7000', '--public-url=https://games.example?a=b # c', '--trust-proxy']);
    expect(await read('trust-proxy = no')).toEqual([]);
  });

  it.each([
    ['publik-url = x', /serve\.conf:2: "publik-url = x" is no option of slipway serve/],
    ['config = other', /:2: "config = other" is no option/],
    ['__proto__ = x', /is no option/],
    ['just words', /"just words" is no option/],
    ['port =', /:2: port has no value/],
    ['trust-proxy = maybe', /:2: trust-proxy is yes or no, not "maybe"/],
  ])('refuses the line "%s"', async (line, sentence) => {
    await expect(read(`# first\n${line}`)).rejects.toThrow(sentence);
  });

  it('says why it cannot be read', async () => {
    await expect(readServeConfig('/nowhere/serve.conf', options)).rejects.toThrow(
      /^The file of options \/nowhere\/serve\.conf could not be read: /,
    );
  });
});
