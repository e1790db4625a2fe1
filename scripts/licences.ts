// Gathers the licences of everything that ships in the app: the packages that main loads, those that are bundled into the
// window, with all that they need, and the fonts.
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { layers } from './layers.ts';
import { modulesFolder, projectRoot, readJson } from './setup/project.mjs';

export type Licence = { name: string; version: string; licence: string; text: string };

/** By name, each once. A package without a text has its licence by its short name. */
export async function findLicences(): Promise<Licence[]> {
  const found = new Map<string, Licence>();
  const walk = async (name: string, from: string): Promise<void> => {
    const folder = await findPackage(name, from);
    if (folder === undefined) return; // optional, and not for this system
    const { version, license, dependencies = {} } = readJson(path.join(folder, 'package.json'));
    const key = `${name}@${version}`;
    if (found.has(key)) return;
    found.set(key, { name, version, licence: String(license ?? 'see its text'), text: await readText(folder) });
    for (const needed of Object.keys(dependencies)) await walk(needed, folder);
  };
  for (const name of shippedPackages()) await walk(name, projectRoot);
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function licenceText(): Promise<string> {
  const fonts = path.join(projectRoot, 'src-renderer/design/fonts');
  const fontFiles = (await readdir(fonts)).filter((name) => name.endsWith('.txt')).toSorted();
  const fontTexts = fontFiles.map(async (name) => `${name}\n\n${await readFile(path.join(fonts, name), 'utf8')}`);
  const parts = [
    `Slipway\n\n${await readFile(path.join(projectRoot, 'LICENSE'), 'utf8')}`,
    ...(await Promise.all(fontTexts)),
    ...(await findLicences()).map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`),
    `Node.js, beside the app for servers that are JavaScript\n\n${await readNodeLicence()}`,
    'Electron and Chromium: see LICENSE.electron.txt and LICENSES.chromium.html beside the app.\n',
  ];
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** What the layers may import and is no tool: the table of layers says it. */
function shippedPackages(): string[] {
  const { dependencies } = readJson(path.join(projectRoot, 'package.json'));
  const bundled = layers.flatMap(({ packages }) => packages).filter((name) => name !== 'electron');
  return [...new Set([...Object.keys(dependencies), ...bundled])];
}

/** As Node looks: in the folder's own node_modules, then in those above. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    const isThere = await access(path.join(place, 'package.json')).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
    if (folder === projectRoot || folder === path.dirname(folder)) return undefined;
  }
}

async function readText(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((each) => /^(licen[cs]e|copying)(\.|$|-)/i.test(each));
  return name === undefined ? '' : await readFile(path.join(folder, name), 'utf8');
}

async function readNodeLicence(): Promise<string> {
  const folders = (await readdir(modulesFolder)).filter((name) => /^node-(linux|win)-/.test(name));
  const [first] = folders;
  return first === undefined ? 'See https://nodejs.org.\n' : await readText(path.join(modulesFolder, first));
}
