// What the app's packages for Linux tell the desktop, written by electron-builder from our options: the entry of the menu with its handler
// of slipway:// links, the type of connection files, and what software centres show. Each is judged by its own tool.
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
const metainfo = path.join(root, 'build/app.slipway.desktop.metainfo.xml');
const tools = ['desktop-file-validate', 'appstreamcli', 'xmllint', 'update-mime-database', 'update-desktop-database'];
const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0);
const why = missing.length === 0 ? '' : ` (no tools of freedesktop.org: ${missing.join(', ')})`;

type LinuxPackager = { platformSpecificBuildOptions: object };
type Packager = {
  validateConfig(): Promise<void>;
  createHelper(platform: unknown): Promise<LinuxPackager>;
  disposeOnBuildFinish(work: () => Promise<void>): void;
  tempDirManager: { cleanup(): Promise<void> };
};
type LinuxFiles = { mimeTypeFiles: Promise<string>; writeDesktopEntry(options: object): Promise<string> };

/** The files that would ship, as electron-builder writes them when it packs a deb, an rpm or an AppImage. */
async function written(folder: string): Promise<{ entry: string; mime: string }> {
  // Its reader of options would keep what it compiled beside the temporary files of others.
  vi.stubEnv('JITI_FS_CACHE', 'false');
  const electronBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const { Packager: Pack, Platform } = electronBuilder('app-builder-lib') as {
    Packager: new (options: object) => Packager;
    Platform: { LINUX: { createTarget(): unknown } };
  };
  const { LinuxTargetHelper } = electronBuilder('app-builder-lib/out/targets/LinuxTargetHelper') as {
    LinuxTargetHelper: new (packager: LinuxPackager) => LinuxFiles;
  };
  const packager = new Pack({ projectDir: root, targets: Platform.LINUX.createTarget(), publish: 'never' });
  await packager.validateConfig();
  const linux = await packager.createHelper(Platform.LINUX);
  const files = new LinuxTargetHelper(linux);
  const [entry, mime] = [path.join(folder, 'slipway.desktop'), path.join(folder, 'slipway.xml')];
  await copyFile(await files.writeDesktopEntry(linux.platformSpecificBuildOptions), entry);
  await copyFile(await files.mimeTypeFiles, mime);
  await packager.tempDirManager.cleanup();
  return { entry, mime };
}

describe.skipIf(why !== '')(`what ships for desktops of Linux${why}`, () => {
  let entry = '';
  let mime = '';
  beforeAll(async () => {
    ({ entry, mime } = await written(await makeTempFolder('freedesktop')));
  });

  test('the entry of the menu is valid, starts the app with what is opened, and its window is found by it', async () => {
    await run('desktop-file-validate', ['--warn-kde', entry]);
    const lines = (await readFile(entry, 'utf8')).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Name=Slipway',
        'Exec=/opt/Slipway/slipway %U',
        'Icon=slipway',
        'Categories=Development;',
      ]),
    );
    const { desktopName } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      desktopName: string;
    };
    expect(`${lines.find((line) => line.startsWith('StartupWMClass='))?.slice(15)}.desktop`).toBe(desktopName);
  });

  test('a desktop opens slipway:// links and connection files by that entry', async () => {
    const folder = await makeTempFolder('applications');
    await copyFile(entry, path.join(folder, 'slipway.desktop'));
    await run('update-desktop-database', [folder]);
    const cache = (await readFile(path.join(folder, 'mimeinfo.cache'), 'utf8')).split('\n');
    expect(cache).toContain('x-scheme-handler/slipway=slipway.desktop;');
    expect(cache).toContain('application/x-slipway-connection=slipway.desktop;');
  });

  test('the type of connection files is well-formed, and known by the ending .slipway', async () => {
    await run('xmllint', ['--noout', mime]);
    const folder = await makeTempFolder('mime');
    await mkdir(path.join(folder, 'packages'));
    await copyFile(mime, path.join(folder, 'packages/slipway.xml'));
    await run('update-mime-database', ['-V', folder]);
    expect(await readFile(path.join(folder, 'globs2'), 'utf8')).toMatch(
      /^50:application\/x-slipway-connection:\*\.slipway$/m,
    );
  });

  test('what software centres show is valid, of the same entry and type, and goes into deb and rpm', async () => {
    await run('xmllint', ['--noout', metainfo]);
    await run('appstreamcli', ['validate', '--no-net', metainfo]);
    const text = await readFile(metainfo, 'utf8');
    expect(text).toContain('<launchable type="desktop-id">slipway.desktop</launchable>');
    expect(text).toContain('<mediatype>application/x-slipway-connection</mediatype>');
    const config = await readFile(path.join(root, 'electron-builder.yml'), 'utf8');
    const placed = 'build/app.slipway.desktop.metainfo.xml=/usr/share/metainfo/app.slipway.desktop.metainfo.xml';
    expect(config.split(placed)).toHaveLength(3);
  });

  test('the tools would find what is wrong', async () => {
    const folder = await makeTempFolder('broken');
    const broken = path.join(folder, 'broken.desktop');
    await writeFile(broken, (await readFile(entry, 'utf8')).replace('Type=Application', 'Type=Aplication'));
    await expect(run('desktop-file-validate', [broken])).rejects.toThrow();
    const other = path.join(folder, 'app.slipway.desktop.metainfo.xml');
    await writeFile(other, (await readFile(metainfo, 'utf8')).replace(/<summary>.*<\/summary>/, ''));
    await expect(run('appstreamcli', ['validate', '--no-net', other])).rejects.toThrow();
  });
});
