// Which files of a build are worth a look inside. Most are pictures, sounds and levels; opening all of them would take longer
// than everything else together.
import { IGNORE_FILE } from '../leave-out.ts';
import { MOST_HARMLESS_BYTES } from '../secret-files.ts';

/** How large a text may be to be read at all, but for what may be a secret. */
export const MOST_TEXT_BYTES = 262_144;

/** How many heads and texts are read of one build. */
export const MOST_HEADS = 20_000;
/** How many heads and texts are read of one build. */
export const MOST_TEXTS = 500;

/** How much of a jar is read to find its manifest, which tools put first. */
export const JAR_HEAD_BYTES = 65_536;

/** The name of the file in which a build says itself how it is run. */
export const MANIFEST_FILE = 'slipway.json';

const programLike = new Set([
  'so',
  'exe',
  'dll',
  'dylib',
  'node',
  'x86_64',
  'x86',
  'x64',
  'arm64',
  'arm32',
  'aarch64',
  'amd64',
  'sh',
  'bash',
  'command',
  'bin',
  'out',
  'elf',
  'run',
  'server',
  'linux',
  'pck',
  'appimage',
]);
/** What is often executable by mistake, as on disks without permissions. */
const dataLike = new Set([
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'svg',
  'tga',
  'dds',
  'ktx',
  'wav',
  'ogg',
  'mp3',
  'mp4',
  'webm',
  'ttf',
  'otf',
  'json',
  'xml',
  'yml',
  'yaml',
  'toml',
  'ini',
  'cfg',
  'txt',
  'md',
  'html',
  'css',
  'js',
  'mjs',
  'cjs',
  'ts',
  'map',
  'pak',
  'ucas',
  'utoc',
  'uasset',
  'umap',
  'assets',
  'ress',
  'resource',
  'bundle',
  'unity3d',
  'bytes',
  'dat',
  'bank',
  'jar',
  'class',
  'zip',
  'gz',
  'csv',
  'lua',
  'glb',
  'gltf',
  'fbx',
  'obj',
  'mat',
  'shader',
  'lock',
  'd',
]);
const texts = new Set([
  MANIFEST_FILE,
  IGNORE_FILE,
  'package.json',
  '.itch.toml',
  'eula.txt',
  'server.properties',
  'boot.config',
]);

/** A script that is called like the program of a server: what it imports tells what it speaks. */
const SCRIPT = /^(?:(?:server|index|main|app)\.[cm]?js|[\w-]+\.py)$/;

/** A script that is there to start the server: it knows with what. */
export const STARTER = /^(?:run|start|launch|server|start[-_]server|run[-_]server)\.sh$/;

/** Whether a file may be a program, a library or a script. */
export function wantsHead(path: string, mode: number | undefined): boolean {
  const ending = endingOf(path);
  if (programLike.has(ending) || /\.so(?:\.\d+)+$/.test(path)) return true;
  if (dataLike.has(ending)) return false;
  // Deeper down it is a library's, of which many have a first line that nobody uses.
  if (ending === 'py') return path.split('/').length <= 2;
  return ending === '' || ((mode ?? 0) & 0o111) !== 0;
}

/** Whether a rule may want to read this file's text. */
export function wantsText(path: string, size: number): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.endsWith('.pem')) return size <= MOST_HARMLESS_BYTES;
  if (size > MOST_TEXT_BYTES) return false;
  return isNearRoot(path) && (texts.has(name) || isScript(path, name) || name.endsWith('.runtimeconfig.json'));
}

/** Any script of a shell may be what slipway.json names, or all there is. */
function isScript(path: string, name: string): boolean {
  return (SCRIPT.test(name) || /\.(?:sh|bash)$/.test(name)) && !path.startsWith('node_modules/');
}

/** Whether a file is a jar that may be the program, not one of its libraries. */
export function wantsJar(path: string): boolean {
  return path.endsWith('.jar') && path.split('/').length <= 2;
}

function isNearRoot(path: string): boolean {
  return path.split('/').length <= 3;
}

/** The ending after the last dot of the name; a name that begins with its only dot has none. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}
