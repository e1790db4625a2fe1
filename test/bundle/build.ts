// Bundles what tests start in threads and processes of their own, once a run and with the packages that it uses: from source, a
// start loads up to a thousand files and takes twice the computing.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { type BundledFile, bundle, isOwnSource } from '../../scripts/bundle.ts';
import { threadFiles } from '../../scripts/thread-files.ts';

const root = path.join(import.meta.dirname, '../..');
const bundles = path.join(root, 'node_modules/.cache/test-bundles');
/** The newest bundle, and how each file was that it was made of. */
const note = path.join(bundles, 'newest');
const OLD_MS = 24 * 60 * 60_000;

const programs = {
  'browser-shell': 'test/bundle/browser-shell.ts',
  slipway: 'src-main/cli/installed.ts',
  'core-process-main': 'test/support/core-process-main.ts',
  'drop-on-small-disk': 'test/support/drop-on-small-disk.ts',
  'hosting-on-small-disk': 'test/support/hosting-on-small-disk.ts',
  'pack-on-small-disk': 'test/support/pack-on-small-disk.ts',
  'full-disk-scenario': 'test/embedded-server/files/logs/full-disk-scenario.ts',
  'small-disk-scenario': 'test/support/small-disk-scenario.ts',
  'stop-on-small-disk': 'test/support/stop-on-small-disk.ts',
  'unpack-on-small-disk': 'test/support/unpack-on-small-disk.ts',
  'serve-fleet': 'test/support/serve-fleet.ts',
  'serve-unisolated': 'test/support/serve-unisolated.ts',
};
const ownFile = /(new URL\('[^']*\/(?:samples|slipway\.mjs)', )import\.meta\.url/g;

/** All else that is looked for beside a source is still there. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    if (!isOwnSource(id)) return undefined;
    return code
      .replaceAll(ownFile, `$1${JSON.stringify(pathToFileURL(id).href)}`)
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)));
  },
};

/**
 * Answers the folder with `browser-shell.js`, `slipway.js`, and each thread. It is named after what is in it: two runs at once
 * are not in each other's way, and what Node keeps of its files is of use to the next run.
 */
export async function buildBundle(): Promise<string> {
  const known = await knownBundle();
  if (known !== undefined) return known;
  const begun = Date.now();
  const { files, sources } = await bundledFiles();
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  const folder = path.join(bundles, hash.digest('hex').slice(0, 16));
  await mkdir(bundles, { recursive: true });
  if (existsSync(folder)) await utimes(folder, new Date(), new Date());
  else await writeWhole(folder, files);
  if (!(await isAnyNewer(sources, begun))) await writeFile(note, await noteOf(folder, sources));
  await removeOld();
  return folder;
}

/** That of the last run, where nothing that went into it has changed: to make it again takes four seconds of computing. */
async function knownBundle(): Promise<string | undefined> {
  const text = await readFile(note, 'utf8').catch(() => ''); // the first run of all
  const [folder = '', ...lines] = text.split('\n');
  if (!existsSync(folder)) return undefined;
  const sources = lines.map((line) => line.slice(line.indexOf(' ') + 1));
  if ((await noteOf(folder, sources)) !== text) return undefined;
  for (const used of [folder, note]) await utimes(used, new Date(), new Date());
  return folder;
}

async function noteOf(folder: string, sources: readonly string[]): Promise<string> {
  const lineOf = async (source: string) => {
    const found = await stat(source).catch(() => undefined); // it may be gone since
    return `${found?.mtimeMs}-${found?.size} ${source}`;
  };
  return [folder, ...(await Promise.all(sources.map(lineOf)))].join('\n');
}

/** What is edited while it is bundled may have gone in as it was before. */
async function isAnyNewer(sources: readonly string[], time: number): Promise<boolean> {
  const found = await Promise.all(sources.map((source) => stat(source)));
  return found.some(({ mtimeMs }) => mtimeMs >= time);
}

/** How it is made goes into it as well. */
const makers = ['package-lock.json', 'scripts/bundle.ts', 'scripts/lean-http.ts', 'scripts/thread-files.ts'];

async function bundledFiles(): Promise<{ files: BundledFile[]; sources: string[] }> {
  const seen = new Set([import.meta.filename, ...makers.map((file) => path.join(root, file))]);
  const watching: Plugin = {
    name: 'sources',
    enforce: 'pre',
    transform(_code, id) {
      const [file = ''] = id.split('?');
      if (path.isAbsolute(file)) seen.add(file);
      return undefined;
    },
  };
  const plugins = [watching, places];
  const files = await bundle({ programs, threads: threadFiles, format: 'es', plugins });
  // Without it Node compiles each file first to see what kind of module it is.
  files.push({ name: 'package.json', text: '{ "type": "module" }' });
  return { files: files.toSorted((a, b) => a.name.localeCompare(b.name)), sources: [...seen] };
}

/** Another run may write the same at this moment: whoever is second finds it there. */
async function writeWhole(folder: string, files: readonly BundledFile[]): Promise<void> {
  const half = await mkdtemp(`${folder}-`);
  for (const { name, text } of files) await writeFile(path.join(half, name), text);
  try {
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** No run takes a day. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(bundles)) {
    const found = await stat(path.join(bundles, name)).catch(() => undefined); // another run may have removed it
    if (found === undefined || Date.now() - found.mtimeMs < OLD_MS) continue;
    await rm(path.join(bundles, name), { recursive: true, force: true });
  }
}
