// A build for each row of the table of findings: what it is, and what is said of it.

import type { BuildListing } from '../../../../src-shared/builds/doctor/listing.ts';
import type { Finding } from '../../../../src-shared/builds/doctor/report.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import type { BuildTable, machineOf } from '../../../support/build-listing.ts';
import { elf, elfLibrary, godotPack, macho, pe } from '../../../support/program-files.ts';

const manifest = (program: string, more = {}) => ({ 'slipway.json': JSON.stringify({ program, ...more }) });
const own = { number: '7777', name: 'game' };
const ports = { ports: { game: { protocol: 'udp' } } };
/** A build that nothing is wrong with. */
export const good: BuildTable = {
  server: elf({ needed: ['libc.so.6'] }),
  'data/level.dat': 'x',
  ...manifest('server', ports),
};
const unity: BuildTable = { 'A.x86_64': elf(), 'UnityPlayer.so': elfLibrary(), 'A_Data/boot.config': 'a=1\n' };
/** A server of Unreal. */
export const unreal: BuildTable = {
  'A.sh': '#!/bin/sh\n',
  'Engine/a.ini': '',
  'A/Content/Paks/A.pak': '',
  'A/Binaries/Linux/AServer': elf(),
};
const long = `data/${'x'.repeat(260)}`;

export type FindingCase = {
  code: string;
  what: string;
  build: BuildTable;
  listing?: Partial<BuildListing>;
  machine?: Parameters<typeof machineOf>[0];
  is: Partial<Finding>;
  says?: RegExp;
};

export const cases: FindingCase[] = [
  {
    code: 'not_unpackable',
    what: 'an archive that is cut',
    build: {},
    is: { severity: 'block' },
    listing: {
      refusal: messageFor('archive.not-unpacked', {
        what: messageFor('archive.data-damaged', { format: 'zip', what: messageFor('archive.ends-early') }),
        remedy: messageFor('archive.do-pack-again'),
      }),
    },
    says: /ends too early/,
  },
  {
    code: 'invalid_manifest',
    what: 'a slipway.json of another shape',
    says: /ports\.game\.protocol/,
    build: { server: elf(), ...manifest('server', { ports: { game: { protocol: 'ipx' } } }) },
    is: { severity: 'block', path: 'slipway.json' },
  },
  {
    code: 'unknown_field',
    what: 'a field with a slip in it',
    build: { server: elf(), 'slipway.json': '{\n  "program": "server",\n  "argumets": []\n}' },
    is: { severity: 'warn', path: 'slipway.json' },
    says: /line 3, column 3: .*"argumets".*Did you mean "arguments"/,
  },
  {
    code: 'missing_program',
    what: 'a program that is not there',
    build: { server: elf(), ...manifest('Server') },
    is: { severity: 'block', path: 'Server' },
    says: /is not in the build/,
  },
  {
    code: 'missing_program',
    what: 'a program that is left out',
    build: { core: elf(), ...manifest('core') },
    is: { severity: 'block', path: 'core' },
    says: /left out by the rule core/,
  },
  {
    code: 'unfit_template',
    what: 'a template that is not there',
    build: { server: elf(), ...manifest('server', { templates: ['server.cfg'] }) },
    is: { severity: 'block', path: 'server.cfg' },
    says: /server\.cfg cannot be filled in: It is not in this build/,
  },
  {
    code: 'unfit_keep',
    what: 'a file that is to be kept',
    build: { server: elf(), 'bans/list': 'x', ...manifest('server', { keep: ['bans/list'] }) },
    is: { severity: 'block', path: 'bans/list' },
    says: /"bans\/list" is to be kept, but is a file or a link/,
  },
  {
    code: 'unknown_port',
    what: 'an argument for a port that is not there',
    build: {
      server: elf(),
      ...manifest('server', { arguments: ['-q', '{port:query}'], ports: { game: { protocol: 'udp' } } }),
    },
    is: { severity: 'block' },
    says: /uses \{port:query\}, but its ports are game/,
  },
  {
    code: 'fixed_port',
    what: 'a port that stands in the arguments',
    build: { server: elf(), ...manifest('server', { arguments: ['-q', '--port', '7777'], ...ports }) },
    is: { severity: 'warn', hint: messageFor('doctor.do-pass-or-set-port', { place: '{port}', ...own }) },
    says: /Its arguments say --port 7777, and Slipway gives the port game another number/,
  },
  { code: 'no_program', what: 'pictures alone', build: { 'a.png': 'x' }, is: { severity: 'block' } },
  { code: 'no_program', what: 'nothing at all', build: {}, is: { severity: 'block' }, says: /no file/ },
  {
    code: 'strange_program',
    what: 'a text as the program',
    is: { severity: 'warn', path: 'readme.txt' },
    build: { 'readme.txt': { bytes: 'hello', mode: 0o644 }, ...manifest('readme.txt') },
  },
  { code: 'unsure_program', what: 'two programs', build: { a: elf(), b: elf(), 'c.exe': pe() }, is: {} },
  {
    code: 'installer',
    what: 'a setup program',
    build: { 'GameSetup.exe': pe() },
    machine: { os: 'windows' },
    is: { severity: 'block', path: 'GameSetup.exe' },
  },
  { code: 'installer', what: 'a package', build: { 'game.msi': 'x' }, is: { severity: 'block', path: 'game.msi' } },
  {
    code: 'nested_archive',
    what: 'a folder with a zip',
    build: { 'out/game.zip': 'PK' },
    is: { severity: 'block', path: 'out/game.zip' },
  },
  {
    code: 'source_project',
    what: 'a project of Godot',
    build: { 'project.godot': '', 'a.gd': '' },
    is: { severity: 'warn' },
  },
  {
    code: 'source_project',
    what: 'a project of Unity',
    is: { severity: 'warn' },
    says: /Unity/,
    build: { 'Assets/a.cs': '', 'ProjectSettings/a.asset': '', 'b.txt': '' },
  },
  {
    code: 'source_project',
    what: 'a project of Unreal',
    is: { severity: 'warn' },
    says: /Unreal/,
    build: { 'A.uproject': '', 'Source/a.cpp': '' },
  },
  {
    code: 'source_project',
    what: 'a project of Rust',
    is: { severity: 'warn' },
    says: /Rust/,
    build: { 'Cargo.toml': '', 'src/main.rs': '' },
  },
  {
    code: 'too_many_files',
    what: 'more than is unpacked',
    build: good,
    listing: { isCut: true },
    is: { severity: 'block' },
  },
  {
    code: 'too_many_files',
    what: 'more than a server has',
    build: good,
    says: /There are 100,00\d files and folders/,
    listing: {
      entries: Array.from({ length: 100_001 }, (_, n) => ({ path: `maps/${n}`, type: 'file', size: 1, mode: 0o644 })),
    },
    is: { severity: 'warn' },
  },
  {
    code: 'unreadable',
    what: 'a file without the right to read it',
    build: good,
    says: /no right/,
    listing: {
      entries: [{ path: 'a', type: 'file', size: 1, mode: 0, unreadable: messageFor('path.no-right-to-read') }],
    },
    is: { severity: 'block', path: 'a' },
  },
  {
    code: 'special_file',
    what: 'a pipe',
    build: good,
    is: { severity: 'info', path: 'pipe' },
    listing: { entries: [{ path: 'pipe', type: 'other', size: 0, mode: undefined }] },
  },
  ...(
    [
      ['block', '../../etc/passwd', /outside/],
      ['block', '/etc/passwd', /outside/],
      ['block', 'C:\\x', /outside/],
      ['warn', 'nowhere', /nothing/],
      ['block', 'data/link', /itself/],
    ] as const
  ).map(([severity, link, says]) => ({
    code: 'bad_link',
    what: `a link to ${link}`,
    build: { ...good, 'data/link': { link } },
    says,
    is: { severity, path: 'data/link' },
    ...(says.source === 'itself' ? { build: { ...good, 'data/link': { link: 'link' } } } : {}),
  })),
  {
    code: 'case_collision',
    what: 'two cases on Linux',
    build: { ...good, 'Data/level.dat': '' },
    is: { severity: 'warn', path: 'data' },
  },
  {
    code: 'case_collision',
    what: 'two ways to write é, for macOS',
    machine: { os: 'macos', cpu: 'arm64' },
    build: { server: macho(), 'caf\u00e9': '', 'cafe\u0301': '' },
    is: { severity: 'block' },
  },
  {
    code: 'windows_name',
    what: 'a reserved name',
    build: { ...good, 'data/aux.txt': '' },
    is: { severity: 'info', path: 'data/aux.txt' },
  },
  ...['a:b', 'end.', 'end ', 'back\\slash', 'COM1', 'q?'].map((name) => ({
    code: 'windows_name',
    what: `the name ${name} for Windows`,
    build: { 'server.exe': pe(), [name]: '' },
    machine: { os: 'windows' as const },
    is: { severity: 'block' as const, path: name },
  })),
  {
    code: 'unreadable_name',
    what: 'a name that is no text',
    build: { ...good, 'a\uFFFDb': '' },
    is: { severity: 'warn', path: 'a\uFFFDb' },
  },
  { code: 'long_path', what: 'a long path', build: { ...good, [long]: '' }, is: { severity: 'info', path: long } },
  {
    code: 'long_path',
    what: '65 folders',
    build: { ...good, [`${'a/'.repeat(65)}b`]: '' },
    is: { severity: 'block' },
  },
  {
    code: 'wrong_platform',
    what: 'a program for Windows on Linux',
    build: { 'server.exe': pe() },
    is: { severity: 'warn', path: 'server.exe' },
    says: /for Windows on x64/,
  },
  {
    code: 'wrong_platform',
    what: 'another processor',
    build: { server: elf({ machine: 183 }) },
    says: /arm64/,
    is: { severity: 'warn', path: 'server' },
  },
  {
    code: 'wrong_platform',
    what: 'an Intel program on a newer Mac',
    build: { server: macho({ cpu: 0x01000007 }) },
    machine: { os: 'macos', cpu: 'arm64' },
    is: { severity: 'info', path: 'server' },
  },
  {
    code: 'wrong_platform',
    what: 'a script on Windows',
    build: { 'run.sh': '#!/bin/sh\n' },
    machine: { os: 'windows' },
    is: { severity: 'warn', path: 'run.sh' },
  },
  {
    code: 'missing_interpreter',
    what: 'a script for a shell that is not there',
    says: /\/bin\/zsh/,
    build: { 'run.sh': '#!/bin/zsh\n' },
    is: { severity: 'warn', path: 'run.sh' },
  },
  {
    code: 'missing_interpreter',
    what: 'python3 by env',
    build: { 'run.sh': '#!/usr/bin/env -S python3 -u\n' },
    is: { severity: 'warn', path: 'run.sh' },
    says: /run by python3/,
  },
  {
    code: 'missing_interpreter',
    what: 'a program for musl',
    says: /ld-musl/,
    build: { server: elf({ interpreter: '/lib/ld-musl-x86_64.so.1' }) },
    is: { severity: 'warn', path: 'server' },
  },
  {
    code: 'missing_interpreter',
    what: '.NET that is not there',
    is: { severity: 'warn', path: 'A.dll' },
    build: { 'A.dll': pe({ isLibrary: true }), 'A.runtimeconfig.json': '{}' },
  },
  {
    code: 'missing_arguments',
    what: 'a script of a shell that reads $1',
    build: { 'host.sh': '#!/bin/sh\nexec ./core --listen "$1"\n', core: elf(), ...manifest('host.sh') },
    is: { severity: 'warn', path: 'host.sh' },
    says: /host\.sh reads its argument \$1, and it is started without any/,
  },
  {
    code: 'no_interpreter_line',
    what: 'a script without #!',
    build: { 'run.sh': 'echo hi\n' },
    is: { severity: 'block', path: 'run.sh' },
  },
  {
    code: 'missing_library',
    what: 'a library that is nowhere',
    build: { server: elf({ needed: ['libx.so.1'] }) },
    is: { severity: 'warn', path: 'server' },
    says: /neither in the build nor on this machine/,
  },
  {
    code: 'missing_library',
    what: 'a library beside a program that does not look there',
    says: /as libx\.so/,
    build: { server: elf({ needed: ['libx.so'] }), 'libx.so': elfLibrary() },
    is: { severity: 'warn' },
  },
  {
    code: 'missing_library',
    what: 'what a library of the build needs',
    says: /lib\/libx\.so needs the library liby/,
    build: {
      server: elf({ needed: ['libx.so'], runPath: '$ORIGIN/lib' }),
      'lib/libx.so': elfLibrary({ needed: ['liby.so'] }),
    },
    is: { severity: 'warn', path: 'lib/libx.so' },
  },
  {
    code: 'foreign_module',
    what: 'a native module for arm64',
    is: { severity: 'warn' },
    build: { 'server.js': '', 'node_modules/a/build/a.node': elfLibrary({ machine: 183 }) },
  },
  {
    code: 'crlf_script',
    what: 'a script from Windows',
    build: { 'run.sh': '#!/bin/bash\r\necho\r\n' },
    is: { severity: 'warn', path: 'run.sh' },
  },
  {
    code: 'lost_exec_bit',
    what: 'a program without its bit',
    is: { severity: 'info', path: 'server' },
    build: { server: { bytes: elf(), mode: 0o644 } },
  },
  {
    code: 'lost_exec_bit',
    what: 'a script without its bit',
    is: { severity: 'info', path: 'run.sh' },
    build: { 'run.sh': { bytes: '#!/bin/sh\n', mode: 0o644 } },
  },
  { code: 'refuses_root', what: 'Unreal as root', build: unreal, machine: { isRoot: true }, is: { severity: 'warn' } },
  { code: 'refuses_root', what: 'Unreal as a user', build: unreal, is: { severity: 'info' } },
  { code: 'quiet_output', what: 'Unity', build: unity, is: { severity: 'info' }, says: /-logFile -/ },
  {
    code: 'quiet_output',
    what: 'Unity that is told nothing',
    is: { severity: 'warn' },
    build: { ...unity, ...manifest('A.x86_64', { arguments: ['-batchmode'] }) },
  },
  {
    code: 'client_build',
    what: 'a client of Unreal',
    is: { severity: 'warn', path: 'A/Binaries/Linux/A' },
    build: { 'A.sh': '#!/bin/sh\n', 'Engine/a': '', 'A/Content/Paks/A.pak': '', 'A/Binaries/Linux/A': elf() },
  },
  {
    code: 'missing_pack',
    what: 'a pack of another name',
    build: { game: elf(), 'other.pck': godotPack },
    is: { severity: 'warn', path: 'game' },
  },
  {
    code: 'development_build',
    what: 'a development build',
    is: { severity: 'info', path: 'A_Data/boot.config' },
    build: { ...unity, 'A_Data/boot.config': 'x=1\nplayer-connection-debug=1\n' },
  },
  {
    code: 'eula_not_accepted',
    what: 'terms without a yes',
    build: { ...good, 'eula.txt': 'eula=false\n' },
    is: { severity: 'warn', path: 'eula.txt' },
  },
  { code: 'ports_unknown', what: 'a program alone', build: { server: elf() }, is: { severity: 'info' } },
];
