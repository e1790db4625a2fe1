// What is said of a slipway.json that does not fit: the field, what was found, what is expected; in German as well, and no secrets.
import { expect, it } from 'vitest';
import { formatMisfit } from '../../../src-shared/service/manifest-misfit.ts';
import { readBuildManifest } from '../../../src-shared/service/read-manifest.ts';
import { leftInEnglish } from '../../support/in-german.ts';

const program = 'server';
const messagesOf = (json: unknown) => (readBuildManifest(json).misfits ?? []).map(formatMisfit);

it('takes one that fits, with what it may leave out', () => {
  const ports = { game: { protocol: 'udp' } };
  expect(readBuildManifest({ program, ports, resources: null })).toEqual({ manifest: { program, ports } });
});

it.each<[what: string, json: unknown, ...expected: string[]]>([
  ['nothing', null, 'slipway.json is not valid: It is null. Expected an object.'],
  ['a list', [], 'slipway.json is not valid: It is a list. Expected an object.'],
  ...['../server.cfg', '/etc/passwd', 'cfg/', 'C:\\server.cfg'].map((name): [string, unknown, string] => [
    `a template at ${name}`,
    { program, templates: [name] },
    'slipway.json is not valid, at templates.0: Expected the path of a file below the root of the build, such as "server.cfg".',
  ]),
  ['no program', {}, 'slipway.json is not valid, at program: It is missing. Expected a text.'],
  [
    'an empty program',
    { program: '' },
    'slipway.json is not valid, at program: It is empty. Expected a text of one character or more.',
  ],
  ['a program of yes', { program: true }, 'slipway.json is not valid, at program: It is true. Expected a text.'],
  [
    'one text for all arguments',
    { program, arguments: '--port 7' },
    'slipway.json is not valid, at arguments: It is a text. Expected a list.',
  ],
  [
    'too many arguments',
    { program, arguments: Array(65).fill('x') },
    'slipway.json is not valid, at arguments: It has 65 entries. At most 64 fit.',
  ],
  [
    'a long argument',
    { program, arguments: ['a', 'ä'.repeat(513)] },
    'slipway.json is not valid, at arguments.1: It is 1026 bytes long. At most 1024 fit.',
  ],
  [
    'variables in a list',
    { program, environment: ['A=1'] },
    'slipway.json is not valid, at environment: It is a list. Expected an object.',
  ],
  [
    'a variable without a name',
    { program, environment: { '': '1' } },
    'slipway.json is not valid, at environment.: Its name is empty. Expected one character or more.',
  ],
  [
    'a port with a long name',
    { program, ports: { 'port-a-18-byte-nam': { protocol: 'udp' } } },
    'slipway.json is not valid, at ports.port-a-18-byte-nam: Its name is 18 bytes long. At most 16 fit.',
  ],
  [
    'ports that are none',
    {
      program,
      ports: { a: { protocol: 'ipx', internal_port: 70_000 }, b: {}, c: { protocol: 7, internal_port: 1.5 } },
    },
    'slipway.json is not valid, at ports.a.protocol: It is "ipx". Expected one of http, https, tcp, tcp_tls, udp, tcp+udp.',
    'slipway.json is not valid, at ports.a.internal_port: It is 70000. Expected at most 65535.',
    'slipway.json is not valid, at ports.b.protocol: It is missing. Expected one of http, https, tcp, tcp_tls, udp, tcp+udp.',
    'slipway.json is not valid, at ports.c.protocol: It is 7. Expected one of http, https, tcp, tcp_tls, udp, tcp+udp.',
    'slipway.json is not valid, at ports.c.internal_port: It is 1.5. Expected a whole number.',
  ],
  [
    'resources that nobody has',
    { program, resources: { cpu: 0, memory: 1e300 } },
    'slipway.json is not valid, at resources.cpu: It is 0. Expected at least 1.',
    'slipway.json is not valid, at resources.memory: It is 1e+300. Expected at most 9007199254740991.',
  ],
])('says what is wrong with %s', (_, json, ...expected) => {
  expect(messagesOf(json).map(({ text }) => text)).toEqual(expected);
  expect(messagesOf(json).flatMap(leftInEnglish)).toEqual([]);
});

it('shows nothing of what variables hold', () => {
  const environment = { TOKEN: 8_675_309, KEY: ['hush'], LONG: 'hush'.repeat(3_000) };
  expect(
    messagesOf({ program, environment, arguments: [8_675_309] })
      .map(({ text }) => text)
      .join(' '),
  ).not.toMatch(/hush|8675309/);
});

it('says no more than twenty things, and nothing at length', () => {
  const ports = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}`, { protocol: 'x'.repeat(9_000) }]));
  const errors = messagesOf({ program, ports });
  expect(errors).toHaveLength(20);
  for (const sentence of errors) expect(sentence.text.length).toBeLessThan(200);
});
