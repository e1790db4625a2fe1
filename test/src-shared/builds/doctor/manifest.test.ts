// A build's own slipway.json: it decides over every guess when it is good, and harms nothing when it is not.

import { expect, it } from 'vitest';
import { diagnose } from '../../../../src-shared/builds/doctor/diagnose.ts';
import { doctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { type BuildTable, listingOf, machineOf } from '../../../support/build-listing.ts';
import { elf, elfLibrary } from '../../../support/program-files.ts';

const unity: BuildTable = {
  'A.x86_64': elf(),
  'UnityPlayer.so': elfLibrary(),
  'A_Data/boot.config': 'a=1\n',
  other: elf(),
};
const report = (text: string | Uint8Array, build: BuildTable = unity) =>
  diagnose(listingOf({ ...build, 'slipway.json': { bytes: text, mode: 0o644 } }), machineOf());

it('decides about program, arguments and ports', async () => {
  const found = await report(
    JSON.stringify({
      program: './other',
      arguments: ['--port', '{port:query}'],
      ports: { query: { protocol: 'udp', internal_port: 9_000 }, web: { protocol: 'http' } },
    }),
  );
  expect(found.manifest).toEqual({ state: 'valid', problems: [] });
  expect(found.engine.name).toBe('unity');
  expect(found.programs.map(({ path }) => path)).toEqual(['other', 'A.x86_64']);
  expect(found.arguments).toEqual(['--port', '{port:query}']);
  expect(found.ports).toEqual([
    { name: 'query', protocol: 'udp', internal_port: 9_000 },
    { name: 'web', protocol: 'http' },
  ]);
});

it('leaves to the guesses what it does not say', async () => {
  const found = await report('\uFEFF{"program": "A.x86_64"}');
  expect(found.manifest.state).toBe('valid');
  expect(found.arguments).toContain('-batchmode');
  expect(found.ports).toHaveLength(1);
});

it('is read below the one top folder', async () => {
  const found = await diagnose(listingOf({ 'top/slipway.json': '{"program": "run"}', 'top/run': elf() }), machineOf());
  expect([found.manifest.state, found.programs[0]?.path, found.root]).toEqual(['valid', 'run', 'top/']);
});

it('names nothing in its place when its program is not there', async () => {
  expect((await report('{"program": "gone"}')).programs).toEqual([]);
});

const deep = `{"program": "other", "ports": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`;

it.each<[string, string | Uint8Array, string, RegExp]>([
  ['no JSON', '{"program": ', '', /not JSON/],
  ['nothing', '', '', /256 KiB|not JSON/],
  ['bytes that are no text', Buffer.from('fffe7b007d00', 'hex'), '', /not JSON/],
  ['a list', '[]', '', /object/i],
  ['null', 'null', '', /object/i],
  ['no program', '{}', 'program', /./],
  ['an empty program', '{"program": ""}', 'program', /./],
  ['a program of another type', '{"program": ["a"]}', 'program', /./],
  ['an absolute program', '{"program": "/bin/sh"}', 'program', /absolute/],
  ['a program on another drive', '{"program": "C:\\\\Windows\\\\cmd.exe"}', 'program', /absolute/],
  ['a program outside', '{"program": "a/../../bin/sh"}', 'program', /inside/],
  ['a program outside, as Windows writes it', '{"program": "..\\\\x"}', 'program', /inside/],
  ['a program with a zero byte', '{"program": "a\\u0000b"}', 'program', /path of a file/],
  ['too many arguments', JSON.stringify({ program: 'other', arguments: Array(65).fill('x') }), 'arguments', /At most/],
  [
    'a port that is none',
    '{"program": "other", "ports": {"a": {"protocol": "udp", "internal_port": 70000}}}',
    'ports.a.internal_port',
    /./,
  ],
  [
    'nine ports',
    JSON.stringify({
      program: 'other',
      ports: Object.fromEntries('abcdefghi'.split('').map((n) => [n, { protocol: 'udp' }])),
    }),
    'ports',
    /At most/,
  ],
  ['a nesting without an end', deep, 'ports.a.protocol', /./],
  ['more than 256 KiB', `{"program": "other", "x": "${'x'.repeat(262_144)}"}`, '', /256 KiB/],
])('is refused with its place when it is %s', async (_what, text, path, message) => {
  const found = await report(text);
  expect(found.manifest.state).toBe('invalid');
  expect(found.manifest.problems[0]?.path).toBe(path);
  expect(textOf(found.manifest.problems[0]?.message ?? '')).toMatch(message);
  expect(found.findings[0]).toMatchObject({ code: 'invalid_manifest', severity: 'block' });
  expect(found.programs[0]?.path).toBe('A.x86_64');
  expect(doctorReport.parse(found)).toEqual(found);
});

it.each<[string, string, object]>([
  ['a value', '{\n  "program": "other",\n  "arguments": "-x"\n}', { path: 'arguments', line: 3, column: 16 }],
  ['a program outside', '{ "program": "../x" }', { path: 'program', line: 1, column: 14 }],
  ['what lacks a field', '{\n"program": "other",\n"ports": {"a": {}}}', { line: 3, column: 16 }],
])('says line and column of %s', async (_, text, place) => {
  const found = await report(text);
  expect(found.manifest.problems[0]).toMatchObject(place);
  expect(textOf(found.findings[0]?.sentence ?? '')).toMatch(/^slipway\.json is not valid, line \d, column \d+, at /);
});

it('runs with a field that nothing reads, and names it', async () => {
  const found = await report('{"program": "other", "kill_timeout": 1}');
  expect(found.manifest).toEqual({ state: 'valid', problems: [] });
  expect(found.programs[0]?.path).toBe('other');
  const [{ sentence } = { sentence: '' }] = found.findings.filter(({ code }) => code === 'unknown_field');
  expect(textOf(sentence)).toContain('line 1, column 22: There is no field "kill_timeout" here');
});

it('cannot reach into what all objects share', async () => {
  const text =
    '{"program": "other", "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "ports": {"__proto__": {"protocol": "udp"}}}';
  await report(text);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
