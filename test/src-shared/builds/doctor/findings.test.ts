// One build for each row of the table of findings, and a good build that has none.

import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../src-shared/builds/doctor/diagnose.ts';
import { findingRules } from '../../../../src-shared/builds/doctor/findings.ts';
import type { Machine } from '../../../../src-shared/builds/doctor/listing.ts';
import type { Finding } from '../../../../src-shared/builds/doctor/report.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { type BuildTable, listingOf, machineOf } from '../../../support/build-listing.ts';
import { elf, elfLibrary, godotPack, pe } from '../../../support/program-files.ts';
import { cases, type FindingCase, good, unreal } from './finding-cases.ts';

async function find({
  build,
  listing,
  machine = {},
}: Pick<FindingCase, 'build' | 'listing' | 'machine'>): Promise<Finding[]> {
  const own = listingOf(build);
  const entries = [...own.entries, ...(listing?.entries ?? [])];
  return (await diagnose({ ...own, ...listing, entries }, machineOf(machine))).findings;
}

const script = (line: string): BuildTable => ({ 'run.sh': `#!/bin/sh\n${line}\n` });
const handed: BuildTable = { 'slipway.json': '{"program": "run.sh", "arguments": ["{port}"]}' };

it.each(cases)('$code: $what', async ({ code, is, says = /./, ...rest }) => {
  const found = (await find(rest)).filter((each) => each.code === code);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject(is);
  expect(textOf(found[0]?.sentence ?? '')).toMatch(says);
  expect(textOf(found[0]?.sentence ?? '')).toMatch(/[.?]$/);
  expect(textOf(found[0]?.hint ?? '')).toMatch(/[.]$/);
});

it('has a build for each row of the table', () => {
  expect(new Set(cases.map(({ code }) => code))).toEqual(new Set(findingRules.map(({ code }) => code)));
});

it.each<[string, BuildTable, RegExp]>([
  ['Python', { 'server.py': 'import sys, socket\nport = int(sys.argv[1])\n' }, /reads its argument sys\.argv\[1\]/],
  [
    'Node',
    { 'server.js': 'require("node:net").createServer().listen(process.argv[2]);\n' },
    /argument process\.argv\[2\]/,
  ],
])('says of a script of %s which argument it reads', async (_what, build, says) => {
  const found = (await find({ build })).filter(({ code }) => code === 'missing_arguments');
  expect(textOf(found[0]?.sentence ?? '')).toMatch(says);
});

it('says what a field was meant to be without which nothing else can be said', async () => {
  const found = await find({ build: { server: elf(), 'slipway.json': '{"start": "server"}' } });
  expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(['invalid_manifest', 'unknown_field']));
  expect(textOf(found.find(({ code }) => code === 'unknown_field')?.sentence ?? '')).toMatch(/Did you mean "program"/);
});

it('says that a template lies in a folder that is kept', async () => {
  const settings = { program: 'server', keep: ['./world/'], templates: ['world/level.cfg'] };
  const build = { server: elf(), 'world/level.cfg': 'port = {port}', 'slipway.json': JSON.stringify(settings) };
  const found = (await find({ build })).filter(({ code }) => code === 'unfit_template');
  expect(found).toMatchObject([{ severity: 'block', path: 'world/level.cfg' }]);
  expect(textOf(found[0]?.sentence ?? '')).toMatch(/cannot be filled in: It lies in world, which is kept/);
});

it('finds nothing in a good build', async () => {
  expect(await find({ build: good })).toEqual([]);
});

describe('finds nothing wrong with', () => {
  it.each<[string, string, BuildTable, Partial<Machine>?]>([
    [
      'a script of Python that slipway.json names',
      'strange_program',
      { 'app.py': { bytes: 'print(1)', mode: 0o644 }, 'slipway.json': '{"program": "app.py"}' },
    ],
    ['links that stay inside', 'bad_link', { ...good, a: { link: 'data/../server' }, 'data/b': { link: '../a' } }],
    ['a link to a folder', 'bad_link', { ...good, a: { link: 'data' }, b: { link: 'a/level.dat' } }],
    ['a 32-bit program on x64', 'wrong_platform', { server: elf({ machine: 3, bits: 32 }) }],
    ['a static program', 'missing_interpreter', { server: elf({ type: 2, interpreter: null }) }],
    ['JavaScript, which our own Node runs', 'missing_interpreter', { 'server.js': '' }],
    [
      'a program with its libraries beside it',
      'missing_library',
      {
        server: elf({ needed: ['libx.so.1'], runPath: '${ORIGIN}/lib' }),
        'lib/libx.so.1': { link: 'libx.so.1.2' },
        'lib/libx.so.1.2': elfLibrary(),
      },
    ],
    ['libraries, on another system', 'missing_library', { server: elf({ needed: ['x.so'] }) }, { os: 'macos' }],
    [
      'a package with a module for each system',
      'foreign_module',
      {
        'server.js': '',
        'node_modules/a/x64.node': elfLibrary(),
        'node_modules/a/arm64.node': elfLibrary({ machine: 183 }),
      },
    ],
    ['permissions of libraries', 'lost_exec_bit', { ...good, 'a.so': { bytes: elfLibrary(), mode: 0o644 } }],
    ['a server that has a setup program beside it', 'installer', { server: elf(), 'Setup.exe': pe() }],
    ['a script that is given its arguments', 'missing_arguments', { 'run.sh': '#!/bin/sh\necho "$1"\n', ...handed }],
    ['a script that looks whether it has arguments', 'missing_arguments', script('[ $# -gt 0 ] && echo "$1"')],
    ['a script that does without one', 'missing_arguments', script('echo ${1:-7777} "$@" \'$1\' # $1')],
    ['what functions of a script are given', 'missing_arguments', script('say() {\n  echo "$1"\n}\nsay hello')],
    ['a script that sets them', 'missing_arguments', script('set -- a b\necho "$1"')],
    ['what other programs are told', 'missing_arguments', script('awk "{print \\$1}" list')],
    ['Python that looks', 'missing_arguments', { 'server.py': 'import sys\nif len(sys.argv) > 1: print(sys.argv[1])' }],
    [
      'Node with another way',
      'missing_arguments',
      { 'server.js': 'const port = process.argv[2] ?? process.env.PORT;' },
    ],
    ['a zip among other files', 'nested_archive', { ...good, 'maps.zip': 'PK' }],
    ['Unreal on Windows', 'refuses_root', unreal, { os: 'windows' }],
    ['a pack of the same name', 'missing_pack', { 'game.x86_64': elf(), 'game.pck': godotPack }],
    ['a server of Unreal', 'client_build', unreal],
    ['a program with its tools', 'unsure_program', { bzfs: elf(), bzadmin: elf(), 'bz-config': elf() }],
    ['a server beside its game', 'unsure_program', { arena: elf(), 'arena-srv': elf() }],
    ['programs below a starter', 'unsure_program', { arena: elf(), lobby: elf(), ...script('exec ./lobby') }],
    ['a program for each processor', 'unsure_program', { a: elf(), b: elf({ machine: 183 }) }],
    ['a program nearer to the root', 'unsure_program', { arena: elf(), 'tools/pack': elf() }],
    [
      'several programs of which slipway.json names one',
      'unsure_program',
      { arena: elf(), lobby: elf(), 'slipway.json': '{"program": "lobby"}' },
    ],
    [
      'several programs of which itch.io starts one',
      'unsure_program',
      { arena: elf(), lobby: elf(), '.itch.toml': 'path = "lobby"\n' },
    ],
  ])('%s', async (_what, code, build, machine = {}) => {
    expect((await find({ build, machine })).filter((each) => each.code === code)).toEqual([]);
  });
});

it('tells twenty of a kind, and how many more there are', async () => {
  const scripts = Object.fromEntries(Array.from({ length: 45 }, (_, number) => [`s${number}.sh`, '#!/bin/sh\r\n']));
  const found = (await find({ build: scripts })).filter(({ code }) => code === 'crlf_script');
  expect(found).toHaveLength(21);
  expect(textOf(found.at(-1)?.sentence ?? '')).toBe('The same applies to 25 more entries.');
});

it('puts what blocks first', async () => {
  const severities = (await find({ build: { ...unreal, a: { link: '/x' }, 'b.sh': '#!/bin/sh\r\n' } })).map(
    (each) => each.severity,
  );
  expect(severities).toEqual(severities.toSorted((a, b) => 'bwi'.indexOf(a[0] ?? '') - 'bwi'.indexOf(b[0] ?? '')));
  expect(severities[0]).toBe('block');
});

describe('a number of a port', () => {
  const started = (line: string, more = {}): BuildTable => ({
    server: elf(),
    'start.sh': `#!/bin/sh\n# --port 1\n${line}\n`,
    'slipway.json': JSON.stringify({ program: 'start.sh', ports: { game: { protocol: 'udp', ...more } } }),
  });
  const fixed = async (build: BuildTable) => (await find({ build })).filter(({ code }) => code === 'fixed_port');
  const ofUnreal = (given: string[]) => {
    const settings = { program: 'A.sh', arguments: given, ports: { game: { protocol: 'udp' } } };
    return { ...unreal, 'slipway.json': JSON.stringify(settings) };
  };

  it.each([
    [
      'in the script that starts the server',
      started('exec ./server -port=7777'),
      /^start\.sh starts it with -port=7777/,
    ],
    ['of an engine that is given none', ofUnreal(['-log']), /listens on 7777/],
  ])('%s is one that nobody reaches', async (_, build, says) => {
    const [found, ...more] = await fixed(build);
    expect([found?.severity, more]).toEqual(['warn', []]);
    expect(textOf(found?.sentence ?? '')).toMatch(says);
  });

  it.each([
    ['is read from PORT', started('exec ./server --port "$PORT"')],
    ['is handed on', started('exec ./server --port 7777 "$@"')],
    ['is the one of the settings', started('exec ./server --port 7777', { internal_port: 7_777 })],
    ['is given to the engine', ofUnreal(['-log', '-port={port}'])],
  ])('that %s is none to speak of', async (_, build) => {
    expect(await fixed(build)).toEqual([]);
  });
});
