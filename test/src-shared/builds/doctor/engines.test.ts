// One build for each engine: recognized by its clue, started by its program, with its arguments and ports.
import { expect, it } from 'vitest';
import { diagnose } from '../../../../src-shared/builds/doctor/diagnose.ts';
import { engineRules } from '../../../../src-shared/builds/doctor/engines.ts';
import type { Machine } from '../../../../src-shared/builds/doctor/listing.ts';
import { type BuildTable, listingOf, machineOf } from '../../../support/build-listing.ts';
import { elf, elfLibrary, godotPack, pe } from '../../../support/program-files.ts';

const report = (table: BuildTable, machine: Partial<Machine> = {}, jars: Record<string, string> = {}) => {
  const listing = listingOf(table);
  const texts = new Map([...listing.texts, ...Object.entries(jars)]);
  return diagnose({ ...listing, texts }, machineOf(machine));
};

const unreal: BuildTable = {
  'LinuxServer/MyGameServer.sh': '#!/bin/sh\nexec ./MyGame/Binaries/Linux/MyGameServer MyGame "$@"\n',
  'LinuxServer/Engine/Binaries/Linux/CrashReportClient': elf(),
  'LinuxServer/Engine/Config/Base.ini': '',
  'LinuxServer/MyGame/Binaries/Linux/MyGameServer': elf(),
  'LinuxServer/MyGame/Content/Paks/MyGame.pak': 'pak',
};

type Expected = { name: string; table: BuildTable; program: string; arguments?: string[]; ports?: unknown[] };
const builds: Expected[] = [
  {
    name: 'unity',
    table: {
      'Tide.x86_64': elf({ needed: ['libc.so.6'] }),
      'UnityPlayer.so': elfLibrary(),
      'GameAssembly.so': elfLibrary(),
      'Tide_Data/boot.config': 'gfx-enable-gfx-jobs=1',
      'Tide_Data/globalgamemanagers': 'x',
      'UnityCrashHandler64.exe': pe(),
    },
    program: 'Tide.x86_64',
    arguments: ['-batchmode', '-nographics', '-logFile', '-', '-port', '{port}'],
    ports: [{ name: 'game', protocol: 'udp', internal_port: 7777 }],
  },
  {
    name: 'unreal',
    table: unreal,
    program: 'MyGameServer.sh',
    arguments: ['-log', '-port={port}', '-stdout', '-FullStdOutLogOutput'],
    ports: [{ name: 'game', protocol: 'udp', internal_port: 7777 }],
  },
  {
    name: 'godot',
    table: { 'game.x86_64': elf(), 'game.pck': godotPack, 'data_game_linuxbsd_x86_64/a.dll': pe({ isLibrary: true }) },
    program: 'game.x86_64',
    arguments: ['--headless', '--', '--port', '{port}'],
    ports: [{ name: 'game', protocol: 'udp' }],
  },
  {
    name: 'source',
    table: {
      srcds_run: '#!/bin/sh\nexec ./srcds_linux "$@"\n',
      srcds_linux: elf(),
      'tf/gameinfo.txt': 'x',
      'bin/engine.so': elfLibrary(),
    },
    program: 'srcds_run',
    arguments: ['-console', '-game', 'tf', '-port', '{port}', '-strictportbind', '-norestart'],
    ports: [{ name: 'game', protocol: 'tcp+udp', internal_port: 27015 }],
  },
  {
    name: 'quake3',
    table: {
      'ioq3ded.x86_64': elf(),
      'ioquake3.x86_64': elf(),
      'baseoa/pak0.pk3': 'x',
      'baseoa/server.cfg': 'map oa_dm1',
    },
    program: 'ioq3ded.x86_64',
    arguments:
      '+set dedicated 1 +set net_port {port} +set fs_homepath . +set com_basegame baseoa +exec server.cfg'.split(' '),
    ports: [{ name: 'game', protocol: 'udp', internal_port: 27960 }],
  },
  {
    name: 'dotnet',
    table: { Arena: elf(), 'Arena.dll': pe({ isLibrary: true }), 'Arena.runtimeconfig.json': '{}', 'Other.dll': pe() },
    program: 'Arena',
  },
  {
    name: 'java',
    table: { 'lib/a.jar': 'x', 'server.jar': 'x', 'eula.txt': 'eula=true', 'server.properties': 'server-port=25570\n' },
    program: 'server.jar',
    arguments: ['--port', '{port}', 'nogui'],
    ports: [{ name: 'game', protocol: 'tcp', internal_port: 25_570 }],
  },
  {
    name: 'node',
    table: {
      'package.json': '{"scripts": {"start": "node --enable-source-maps ./dist/main.js --x"}, "main": "other.js"}',
      'dist/main.js': '',
      'server.js': '',
      'node_modules/a/index.js': '',
      'other.js': '',
    },
    program: 'dist/main.js',
    arguments: ['--x'],
    ports: [{ name: 'game', protocol: 'http' }],
  },
  {
    name: 'python',
    table: { 'server.py': 'import os, socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n', 'rules.py': '' },
    program: 'server.py',
    ports: [{ name: 'game', protocol: 'udp' }],
  },
  {
    name: 'rust',
    table: { arena: elf(), 'assets/level.ron': '' },
    program: 'arena',
    ports: [{ name: 'game', protocol: 'udp' }],
  },
  { name: 'native', table: { 'bin/game-server': elf(), 'data/level.dat': '' }, program: 'bin/game-server' },
];
const jars = { 'server.jar!META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nMain-Class: net.Main\r\n' };

it.each(builds)('tells a build of $name', async ({ name, table, program, arguments: wanted = [], ports = [] }) => {
  const found = await report(table, {}, jars);
  expect(found.engine.name).toBe(name);
  expect(found.engine.clue).not.toBe('');
  expect(found.programs[0]?.path).toBe(program);
  expect(found.arguments).toEqual(wanted);
  expect(found.ports).toEqual(ports);
});

it('has a build for each row of the table', () => {
  expect(builds.map(({ name }) => name)).toEqual(engineRules.map(({ name }) => name));
});

it('tells a build without clues from others, and what it lacks', async () => {
  const found = await report({ 'notes.txt': 'hello' });
  expect(found.engine.name).toBe('unknown');
  expect(found.programs).toEqual([]);
  expect(found.findings.map(({ code }) => code)).toContain('no_program');
});

it('takes the one top folder away, and says so', async () => {
  expect((await report(unreal)).root).toBe('LinuxServer/');
  expect((await report({ ...unreal, '.git/config': '' })).root).toBe('LinuxServer/');
  expect((await report({ ...unreal, 'readme.txt': '' })).root).toBe('');
  expect((await report({ ...unreal, 'LinuxServer/a/b': { link: '../Engine' } })).root).toBe('LinuxServer/');
  expect((await report({ ...unreal, 'LinuxServer/a/b': { link: '../../LinuxServer/Engine' } })).root).toBe('');
});

it('gives the program of Unreal its project, where no script does', async () => {
  const { 'LinuxServer/MyGameServer.sh': _, ...bare } = unreal;
  const found = await report(bare);
  expect(found.programs[0]?.path).toBe('MyGame/Binaries/Linux/MyGameServer');
  expect(found.arguments[0]).toBe('MyGame');
});

it('finds the pack of Godot in the program itself, and the program that has no ending', async () => {
  const found = await report({ game: elf({ end: 'GDPC' }), 'libextra.so': elfLibrary() });
  expect([found.engine.name, found.programs[0]?.path]).toEqual(['godot', 'game']);
});

it('runs .NET by its runtime where the build has no program of its own for this system', async () => {
  const table = { 'Arena.dll': pe({ isLibrary: true }), 'Arena.runtimeconfig.json': '{}', 'Arena.exe': pe() };
  expect((await report(table)).programs.map(({ path }) => path)).toEqual(['Arena.dll', 'Arena.exe']);
  expect((await report(table)).programs[0]).toMatchObject({ format: 'dotnet', run_by: 'dotnet' });
  expect((await report(table, { os: 'windows' })).programs[0]?.path).toBe('Arena.exe');
});

it('runs a Python script by its first line where it has one, and leaves tools beside a program alone', async () => {
  expect((await report({ 'server.py': '#!/usr/bin/env python3.12\n' })).programs[0]).toMatchObject({
    format: 'script',
  });
  expect(await report({ 'arena.py': 'import websockets\n' })).toMatchObject({
    engine: { name: 'python' },
    programs: [{ path: 'arena.py', format: 'python', run_by: 'python3' }],
    ports: [{ protocol: 'http' }],
  });
  expect(await report({ 'main.py': '', arena: elf() })).toMatchObject({
    engine: { name: 'native' },
    programs: [{ path: 'arena' }, {}],
  });
});

it.each([
  ['import os, socket', 'tcp'],
  ['import asyncio\nasyncio.start_server(handle)', 'tcp'],
  ['from http.server import HTTPServer\nimport socket', 'http'],
  ['loop.create_datagram_endpoint(Game)', 'udp'],
  ['', 'http'],
])('takes from "%s" that Python speaks %s', async (text, protocol) => {
  expect((await report({ 'server.py': text })).ports).toMatchObject([{ protocol }]);
});

it('starts a program by the script beside it, which may read the port', async () => {
  const table = { 'run.sh': '#!/bin/sh\nexec ./arena -port "${PORT}"\n', arena: elf(), 'arena.exe': pe() };
  const found = await report(table);
  expect(found.programs[0]?.path).toBe('run.sh');
  expect(found.ports).toEqual([{ name: 'game', protocol: 'tcp+udp' }]);
  expect((await report({ ...table, 'run.sh': '#!/bin/sh\nexec ./arena\n' })).ports).toEqual([]);
  expect((await report(table, { os: 'windows' })).programs[0]?.path).toBe('arena.exe');
});

it('takes the server among the tools that come with it', async () => {
  const debian: BuildTable = {
    'etc/init.d/bzflag': '#!/bin/sh\n',
    'usr/games/bzadmin': elf(),
    'usr/games/bzfs': elf(),
    'usr/share/doc/bzflag-server/copyright': 'x',
  };
  const found = await report(debian);
  expect(found.programs.map(({ path }) => path)).toEqual(['usr/games/bzfs', 'usr/games/bzadmin', 'etc/init.d/bzflag']);
  expect(found.engine.clue).toMatchObject({ params: { path: 'usr/games/bzfs' } });
  expect((await report({ admin: elf(), arena: elf() })).programs[0]?.path).toBe('arena');
  expect((await report({ arena: elf(), mindustryd: elf() })).programs[0]?.path).toBe('mindustryd');
  expect((await report({ arena: elf(), mindustryd: elf(), 'zx-ded': elf() })).programs[0]?.path).toBe('zx-ded');
});

it('puts the program first that runs on the machine it is asked for', async () => {
  const table = { 'server-linux': elf(), 'server-arm': elf({ machine: 183 }), 'server.exe': pe() };
  const first = async (machine: Partial<Machine>) => (await report(table, machine)).programs[0]?.path;
  expect(await first({})).toBe('server-linux');
  expect(await first({ cpu: 'arm64' })).toBe('server-arm');
  expect(await first({ os: 'windows' })).toBe('server.exe');
});

it('follows what the manifest of itch.io says to play, unless slipway.json says otherwise', async () => {
  const table = { a: elf(), b: elf(), '.itch.toml': '[[actions]]\nname = "play"\npath = "./b"\n' };
  expect((await report(table)).programs[0]?.path).toBe('b');
  expect((await report({ ...table, 'slipway.json': '{"program": "a"}' })).programs[0]?.path).toBe('a');
});

it('runs a build that is one script and nothing else', async () => {
  const found = await report({ 'arena.mjs': '' });
  expect([found.engine.name, found.programs[0]?.path, found.programs[0]?.run_by]).toEqual([
    'node',
    'arena.mjs',
    'node',
  ]);
});

it.each([
  ['node index.js --room lobby', ['--room', 'lobby']],
  ['node --watch ./index.js --name "Harbor Duel" \'a b\'', ['--name', 'Harbor Duel', 'a b']],
  ['node index.js --port 3000 --tick 30', ['--port', '{port}', '--tick', '30']],
  ['node index.js --port=3000', ['--port={port}']],
  ['node index.js && echo ended', []],
  ['node index.js --room $ROOM', []],
  ['PORT=3000 node index.js --room lobby', []],
  ['node index.js', []],
])('takes from the start script %j the arguments %j', async (start, given) => {
  const found = await report({ 'package.json': JSON.stringify({ scripts: { start } }), 'index.js': '' });
  expect([found.programs[0]?.path, found.arguments]).toEqual(['index.js', given]);
});

it.each([
  ["import net from 'node:net';", 'tcp'],
  ["const net = require('net')", 'tcp'],
  ["import { createSocket } from 'node:dgram';", 'udp'],
  ["import http from 'node:http';\nimport net from 'node:net';", 'http'],
  ["import { WebSocketServer } from 'ws';", 'http'],
  ["import dgram from 'dgram'; import net from 'net';", 'tcp'],
  ["import './made.js'", 'http'],
])('takes the protocol of a script from what it imports: %j', async (text, protocol) => {
  expect((await report({ 'server.js': text })).ports).toEqual([{ name: 'game', protocol }]);
});

it.each([
  ['{"name": "tide-break"}', 'tide-break'],
  ['{"name": "@reef/tide-break"}', 'tide-break'],
  ['{"name": 7}', undefined],
  ['no json', undefined],
])('reads from a package.json of %s that it is called %s', async (text, name) => {
  expect((await report({ 'package.json': text, 'server.js': 'x' })).package_name).toBe(name);
});

it.each([
  ['{"version": "1.4.0-rc.2"}', '1.4.0-rc.2'],
  ['{"version": "workspace:*"}', undefined],
  ['{"version": 1}', undefined],
])('reads from a package.json of %s that it is version %s', async (text, version) => {
  expect((await report({ 'package.json': text, 'server.js': 'x' })).package_version).toBe(version);
});
