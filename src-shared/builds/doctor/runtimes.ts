// How builds for .NET, Java, Node and Python, and programs of their own, are recognized and started.
import { messageFor } from '../../text/message.ts';
import type { EngineFound } from './engine-found.ts';
import { STARTER } from './files-to-open.ts';
import { belowRoot, type IndexedBuild } from './indexed.ts';
import type { ListedFile } from './listing.ts';
import type { PortFound } from './report.ts';
import { serversFirst } from './server-names.ts';
import { packageArguments, packageProgram } from './started-by-others.ts';

const MINECRAFT_PORT = 25_565;
/** What starts a server of it: vanilla, Paper, Forge and Fabric, before anything was written beside them. */
const MINECRAFT_CLASS = /^Main-Class: *(?:net\.minecraft|io\.papermc|net\.minecraftforge|cpw\.mods|net\.fabricmc)/m;

/** The settings that .NET reads beside a program. */
export function findDotnet(build: IndexedBuild): EngineFound | undefined {
  const stems = topNames(build)
    .filter((name) => name.endsWith('.runtimeconfig.json'))
    .map((name) => name.slice(0, -'.runtimeconfig.json'.length));
  if (stems.length === 0) return undefined;
  return {
    clue: `${stems[0]}.runtimeconfig.json`,
    preferred: stems.flatMap((stem) => [stem, `${stem}.exe`, `${stem}.dll`]),
    argumentsOf: () => [],
    ports: [],
  };
}

/** A jar with a main class. With Minecraft's settings beside it, it takes Minecraft's arguments. */
export function findJava(build: IndexedBuild): EngineFound | undefined {
  const jars = topNames(build).filter((name) => /^Main-Class:/m.test(build.text(`${name}!META-INF/MANIFEST.MF`) ?? ''));
  if (jars.length === 0) return undefined;
  const properties = build.text('server.properties');
  const isMinecraft =
    properties !== undefined ||
    build.at('eula.txt') !== undefined ||
    jars.some((jar) => MINECRAFT_CLASS.test(build.text(`${jar}!META-INF/MANIFEST.MF`) ?? ''));
  return {
    clue: messageFor('engine.names-main-class', { path: jars[0] ?? '' }),
    preferred: jars,
    argumentsOf: ({ format }) => (isMinecraft && format === 'jar' ? ['--port', '{port}', 'nogui'] : []),
    ports: isMinecraft ? [minecraftPort(properties ?? '')] : [],
  };
}

function minecraftPort(properties: string): PortFound {
  const port = Number(/^server-port[ \t]*=[ \t]*(\d{1,5})[ \t\r]*$/m.exec(properties)?.[1] ?? MINECRAFT_PORT);
  const isPort = port >= 1 && port <= 65_535;
  return { name: 'game', protocol: 'tcp', internal_port: isPort ? port : MINECRAFT_PORT };
}

/** A package.json, or a script that is called like a server. Such a program reads its port from PORT. */
export function findNode(build: IndexedBuild): EngineFound | undefined {
  const named = packageProgram(build);
  const own = topNames(build).filter((name) => /^(?:server|index|main|app)\.[cm]?js$/.test(name));
  const [script = named] = own;
  const clue = build.at('package.json') === undefined ? script : 'package.json';
  if (clue === undefined) return undefined;
  return {
    clue,
    preferred: [...(named === undefined ? [] : [named]), ...own],
    argumentsOf: ({ path }) => (path === named ? packageArguments(build) : []),
    ports: [{ name: 'game', protocol: nodeProtocol(build.text(named ?? own[0] ?? '') ?? '') }],
  };
}

/** By what its program imports. A WebSocket begins as a request of HTTP, and most servers that say nothing of it here are one. */
function nodeProtocol(text: string): PortFound['protocol'] {
  const imports = (name: string) =>
    new RegExp(`(?:from|require\\(|import\\(?)\\s*['"](?:node:)?${name}['"]`).test(text);
  if (['https?', 'http2', 'ws', 'express', 'fastify', 'koa', 'socket\\.io'].some(imports)) return 'http';
  if (imports('net')) return 'tcp';
  return imports('dgram') ? 'udp' : 'http';
}

/** A script that is called like a server, or is all there is, and no program of its own beside it. Such a program reads its port from PORT. */
export function findPython(build: IndexedBuild): EngineFound | undefined {
  if (nativePrograms(build).length > 0) return undefined;
  const scripts = topNames(build).filter((name) => name.endsWith('.py'));
  const own = scripts.filter((name) => /^(?:server|main|app|__main__)\.py$/.test(name));
  const preferred = own.length > 0 || build.packed.length > 1 ? own : scripts;
  const [script] = preferred;
  if (script === undefined) return undefined;
  return {
    clue: script,
    preferred,
    argumentsOf: () => [],
    ports: [{ name: 'game', protocol: pythonProtocol(build.text(script) ?? '') }],
  };
}

/** By what it opens, else by what it imports. */
function pythonProtocol(text: string): PortFound['protocol'] {
  if (/\b(?:SOCK_DGRAM|create_datagram_endpoint|UDPServer|DatagramProtocol|enet)\b/.test(text)) return 'udp';
  if (/\b(?:SOCK_STREAM|start_server|create_server|TCPServer|StreamRequestHandler)\b/.test(text)) return 'tcp';
  const imports = (names: string) =>
    new RegExp(`^[ \\t]*(?:import|from)[ \\t]+(?:[\\w.]+[ \\t]*,[ \\t]*)*(?:${names})\\b`, 'm').test(text);
  if (imports('websockets|aiohttp|flask|fastapi|uvicorn|tornado|http|socketio')) return 'http';
  return imports('socket') ? 'tcp' : 'http';
}

/** One program with `assets/` beside it, as Bevy wants it. */
export function findRust(build: IndexedBuild): EngineFound | undefined {
  const programs = nativePrograms(build);
  if (programs.length === 0 || !build.folders.has('assets')) return undefined;
  return {
    clue: messageFor('engine.has-assets', { program: programs[0] ?? '' }),
    preferred: programs,
    argumentsOf: () => [],
    ports: [{ name: 'game', protocol: 'udp' }],
  };
}

/** Any program that a system runs by itself. */
export function findNative(build: IndexedBuild): EngineFound | undefined {
  const programs = nativePrograms(build);
  const starter = starterOf(build);
  const [first] = programs.length > 0 ? programs : anywhere(build);
  const path = first ?? starter;
  if (path === undefined) return undefined;
  return {
    clue: messageFor('engine.is-program', { path }),
    preferred: [...(starter === undefined ? [] : [starter]), ...programs],
    argumentsOf: () => [],
    ports: starter === undefined ? [] : portOfStarter(build.text(starter) ?? ''),
  };
}

function starterOf(build: IndexedBuild): string | undefined {
  return topNames(build).find((name) => STARTER.test(name));
}

/** What reads PORT wants one; whether the game speaks TCP or UDP, a script does not say. */
function portOfStarter(text: string): PortFound[] {
  return /\$(?:PORT\b|\{PORT\b)/.test(text) ? [{ name: 'game', protocol: 'tcp+udp' }] : [];
}

function nativePrograms(build: IndexedBuild): string[] {
  return serversFirst(build.top.filter(isProgram).map(({ path }) => belowRoot(build, path)));
}

function anywhere(build: IndexedBuild): string[] {
  return serversFirst(build.packed.filter(isProgram).map(({ path }) => belowRoot(build, path)));
}

function isProgram({ facts }: ListedFile): boolean {
  return facts !== undefined && 'role' in facts && facts.role === 'program';
}

function topNames(build: IndexedBuild): string[] {
  return build.top.map(({ path }) => belowRoot(build, path)).toSorted();
}
