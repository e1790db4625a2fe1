// npm run package:deb [-- --output FOLDER] [--only amd64,arm64]: the command line and the service as a Debian package, in dist/deb/.
// It is that for amd64 unless others are named, on whatever system it is made.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { slipwayVersion } from '../src-shared/version.ts';
import type { BundledFile } from './bundle.ts';
import { notesOf } from './changelog.ts';
import { licenceText } from './licences.ts';
import { commandFiles } from './package-cli/command-files.ts';
import { findNode } from './package-cli/find-node.ts';
import { startScript } from './package-cli/npm-package.ts';
import { debianArchive } from './package-deb/debian-archive.ts';
import { projectRoot, SetupError, say } from './setup/project.mjs';
import { stampTime, type TreeEntry } from './tree-tar.ts';

const systems = { amd64: 'linux-x64', arm64: 'linux-arm64' } as const;
type Architecture = keyof typeof systems;
const all: readonly Architecture[] = ['amd64', 'arm64'];
const MAINTAINER = 'The Slipway authors <slipway@users.noreply.github.com>';
/** What the pinned Node needs, and what builds the walls around servers. */
const DEPENDS =
  'adduser, init-system-helpers (>= 1.54), libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 9), mount, util-linux (>= 2.36)';
const files = path.join(import.meta.dirname, 'package-deb/files');
const CONFIG = 'etc/slipway/serve.conf';

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { output: { type: 'string' }, only: { type: 'string' } } });
  const output = path.resolve(values.output ?? path.join(projectRoot, 'dist/deb'));
  const bundled = await commandFiles();
  for (const architecture of chosenArchitectures(values.only)) {
    const file = await makeDeb(bundled, { architecture, output });
    say(file);
  }
}

export function chosenArchitectures(text: string | undefined): readonly Architecture[] {
  if (text === undefined) return ['amd64'];
  return text.split(',').map((name) => {
    const known = all.find((each) => each === name);
    if (known === undefined) throw new SetupError(`There is no package for ${name}. There are ${all.join(', ')}.`);
    return known;
  });
}

/** `isQuick` packs less, for tests. */
type DebOptions = { architecture: Architecture; output: string; version?: string; isQuick?: boolean };

/** Answers the package's file. */
export async function makeDeb(bundled: readonly BundledFile[], options: DebOptions): Promise<string> {
  const { architecture, output, version = slipwayVersion, isQuick = false } = options;
  const time = stampTime();
  const text = (name: string) => readFile(path.join(files, name), 'utf8');
  const tree: TreeEntry[] = [
    { place: CONFIG, content: await text('serve.conf') },
    { place: 'usr/bin/slipway', content: await text('slipway.sh'), isProgram: true },
    { place: 'usr/lib/slipway/node', content: await readFile(await findNode(systems[architecture])), isProgram: true },
    { place: 'usr/lib/slipway/bin/slipway.js', content: withoutInterpreter(startScript) },
    ...bundled.map(({ name, text: content }) => ({ place: `usr/lib/slipway/lib/${name}`, content })),
    { place: 'lib/systemd/system/slipway.service', content: await text('slipway.service') },
    { place: 'usr/share/lintian/overrides/slipway', content: await text('lintian-overrides') },
    ...(await documents(version, time)),
  ];
  const scripts = { postinst: await text('postinst'), prerm: await text('prerm'), postrm: await text('postrm') };
  const fields = {
    Package: 'slipway',
    Version: version,
    Architecture: architecture,
    Maintainer: MAINTAINER,
    Section: 'net',
    Priority: 'optional',
    Homepage: 'https://github.com/slipway-app/slipway',
    Depends: DEPENDS,
    Suggests: 'bubblewrap, podman',
    Description: [
      'host multiplayer game servers, and push builds to them',
      'Slipway takes builds of game servers, runs each behind a wall of its own,',
      'and lets players in through a relay that counts them. The package has the',
      'command line and the service, which systemd runs as the user slipway.',
    ].join('\n'),
  };
  await mkdir(output, { recursive: true });
  const file = path.join(output, `slipway_${version}_${architecture}.deb`);
  await writeFile(
    file,
    await debianArchive({ fields, scripts, conffiles: [CONFIG] }, tree, { time, level: isQuick ? 1 : 9 }),
  );
  return file;
}

/** It is started by the Node beside it, never by one of the machine. */
function withoutInterpreter(script: string): string {
  return script.replace(/^#!.*\n/, '');
}

async function documents(version: string, time: number): Promise<TreeEntry[]> {
  const zipped = async (text: string) => await promisify(gzip)(text, { level: 9 });
  const folder = 'usr/share/doc/slipway';
  const notes = await notesOf(projectRoot, version);
  return [
    {
      place: `${folder}/examples/control-groups.conf`,
      content: await readFile(path.join(files, 'control-groups.conf')),
    },
    { place: `${folder}/operate.md`, content: await readFile(path.join(projectRoot, 'docs/operate.md'), 'utf8') },
    { place: `${folder}/copyright`, content: await copyright() },
    { place: `${folder}/changelog.gz`, content: await zipped(changelog(version, notes, time)) },
    { place: `${folder}/licences.txt.gz`, content: await zipped(await licenceText()) },
    {
      place: 'usr/share/man/man1/slipway.1.gz',
      content: await zipped(await readFile(path.join(files, 'slipway.1'), 'utf8')),
    },
  ];
}

const WIDTH = 70;

function changelog(version: string, notes: readonly string[], time: number): string {
  const changes = (notes.length === 0 ? ['Made from the source.'] : notes).map((note) => `  * ${wrapped(note)}\n`);
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  return `slipway (${version}) stable; urgency=medium\n\n${changes.join('')}\n -- ${MAINTAINER}  ${date}\n`;
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n    ');
}

async function copyright(): Promise<string> {
  const licence = (await readFile(path.join(projectRoot, 'LICENSE'), 'utf8')).trim().split('\n');
  const indented = licence.map((line) => ` ${line === '' ? '.' : line}\n`).join('');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n',
    'Upstream-Name: Slipway\n',
    'Comment: Node.js and the packages inside have licences of their own, in licences.txt.gz.\n\n',
    'Files: *\nCopyright: 2026 The Slipway authors\nLicense: Expat\n',
    indented,
  ].join('');
}
