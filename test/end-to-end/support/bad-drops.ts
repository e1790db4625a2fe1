// What cannot be a build, dropped by its real path: the card says of each what it is, why it does not go and what to do, and the next
// one is taken.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { makeZip } from '../../embedded-server/files/archives/make-zip.ts';
import { pe } from '../../support/program-files.ts';
import { tarOf } from '../../support/tar.ts';
import { expect, test } from './app-test.ts';
import { dropFiles } from './drop-files.ts';
import { takePictures } from './pictures.ts';

const server = "require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n";
/** Long enough that half of it ends within the file. */
const files = { 'server.js': server, 'maps/reef.map': 'reef '.repeat(20_000) };
const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);
const zip = makeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));

/** How it is made in a folder of its own, and what is said of it. */
type Bad = { name: string; make: (place: string) => Promise<unknown>; says: string; todo?: string; picture?: string };

const folderOf = async (place: string, made: Record<string, string | Uint8Array>) => {
  await mkdir(place);
  for (const [name, bytes] of Object.entries(made)) await writeFile(path.join(place, name), bytes);
};

const cut = (file: string, why: string, bytes: Uint8Array): Bad => ({
  name: file,
  make: (place) => writeFile(place, half(bytes)),
  says: `This build cannot be unpacked: its ${why} Pack and upload it again.`,
});

export const bad: readonly Bad[] = [
  {
    name: 'empty.zip',
    make: (place) => writeFile(place, ''),
    says: 'This build cannot be unpacked: it is empty. Upload the file again.',
  },
  cut('cut.zip', 'zip data is damaged: its list of entries is missing, as when a file was cut off.', zip),
  cut('cut.tar', 'tar data ends too early, at the entry "maps/reef.map".', tarOf(files)),
  cut('cut.tar.gz', 'gzip data is damaged: it ends too early.', gzipSync(tarOf(files))),
  cut('cut.tar.zst', 'zstd data is damaged: it ends too early.', zstdCompressSync(tarOf(files))),
  {
    name: 'windows-build',
    make: (place) => folderOf(place, { 'Tidebreak.exe': pe(), 'UnityPlayer.dll': pe({ isLibrary: true }) }),
    says: 'Tidebreak.exe is a program for Windows on x64. This machine is Linux on x64 and cannot run it.',
    todo: 'Export the server for Linux on x64, or deploy this build to a service on Windows. Or clear the launch checkbox to only upload it.',
    picture: 'wrong-system',
  },
  {
    name: 'project',
    make: (place) => folderOf(place, { 'project.godot': '[application]\n', 'main.gd': 'extends Node\n' }),
    says: 'This is a project of Godot, not a server made from it.',
    todo: 'Export it for Linux as a dedicated server, and choose that.',
  },
  {
    name: 'secret',
    make: async (place) => {
      await cp(path.join(import.meta.dirname, '../../../samples/udp-echo'), place, { recursive: true });
      await writeFile(path.join(place, '.env'), 'KEY=1\n');
    },
    says: 'Secrets stop the upload',
    todo: 'List them in .slipwayignore to leave them out, or decide to send them.',
    picture: 'secrets',
  },
  {
    name: 'notes.txt',
    make: (place) => writeFile(place, 'Buy milk.\n'),
    says: 'No program that could be started was found in this build.',
    todo: 'Choose the folder that your engine exported, or put a slipway.json at its root that names the program.',
  },
];

/** One of each kind of thing: where it comes to the same doctor by another way, that is all there is to show of the way. */
export const oneOfEach = bad.filter(({ name }) => ['cut.zip', 'windows-build', 'notes.txt'].includes(name));

const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const another = async (page: Page) => await page.getByRole('button', { name: 'Choose another build' }).click();
const broken =
  'No server can be started from it. Pack the folder again, with Slipway or another tool, and upload that.';

/** On the welcome page; the last one is left there. */
export async function expectBadDrops(page: Page, home: string, things: readonly Bad[]): Promise<void> {
  for (const { name, make, says, todo = broken, picture } of things) {
    await test.step(name, async () => {
      const place = path.join(home, name);
      await make(place);
      await dropFiles(page, [place]);
      await expect(card(page, name)).toContainText(says);
      await expect(card(page, name)).toContainText(todo);
      const upload = card(page, name).getByRole('button', { name: /^Upload/ });
      await expect(upload).toHaveAttribute('aria-disabled', 'true');
      if (picture !== undefined) await takePictures(page, picture);
      await another(page);
    });
  }
  await test.step('a folder without files', async () => {
    await mkdir(path.join(home, 'empty/maps'), { recursive: true });
    await dropFiles(page, [path.join(home, 'empty')]);
    // A browser sees at once that there is nothing; the desktop app has the doctor look.
    await expect(card(page, 'empty')).toContainText(
      /empty holds no files\. Choose the folder that the server was exported into\.|There is no file in this build\. Choose the folder that your engine exported the server into\./,
    );
    await another(page);
  });
  const [one, two] = [path.join(home, 'one'), path.join(home, 'two')];
  await folderOf(one, { 'server.js': server });
  await folderOf(two, { 'server.js': server });
  await test.step('several things at once are refused together', async () => {
    await dropFiles(page, [one, two]);
    await expect(page.getByRole('alert')).toContainText(
      'one, two were dropped together. Drop only the folder or archive of the build.',
    );
    await another(page);
  });
  await test.step('a second drop waits for the one that was taken', async () => {
    await dropFiles(page, [one]);
    await expect(card(page, 'one').getByText(/^Starts/)).toBeVisible();
    await card(page, 'one').getByRole('textbox', { name: 'Version' }).fill('v9.1');
    await dropFiles(page, [two]);
    await expect(page.getByRole('alert')).toContainText('Another build is open here. Upload it or close it first.');
    await expect(card(page, 'one').getByRole('textbox', { name: 'Version' })).toHaveValue('v9.1');
  });
}
