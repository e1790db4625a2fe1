// node scripts/run.mjs icons: draws the app's icons from scripts/icons/*.svg, as every system wants them. What comes of it is
// kept in the repository, so that packing needs no browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../src-main/browser/find-chromium.ts';
import { chromiumArguments } from './chromium-arguments.ts';
import { packIcns, packIco } from './icons/containers.ts';
import { projectRoot, SetupError } from './setup/project.mjs';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** The orange of the app on dark and light panels alike; macOS colours its own template. */
const TRAY_COLOUR = '#f08b3c';

export async function main(): Promise<void> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new SetupError('Icons are drawn by Chromium, and none is installed.');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
  try {
    const page = await browser.newPage();
    const mark = await readFile(path.join(projectRoot, 'scripts/icons/mark.svg'), 'utf8');
    const tray = await readFile(path.join(projectRoot, 'scripts/icons/tray.svg'), 'utf8');
    await drawAppIcons(page, mark);
    await drawTray(page, tray);
  } finally {
    await browser.close();
  }
}

async function drawAppIcons(page: Page, svg: string): Promise<void> {
  const pictures = new Map<number, Buffer>();
  for (const size of SIZES) pictures.set(size, await draw(page, svg, size));
  const of = (sizes: number[]) => sizes.map((size) => ({ size, png: pictures.get(size) ?? Buffer.alloc(0) }));
  await mkdir(path.join(projectRoot, 'build/icons'), { recursive: true });
  for (const { size, png } of of([16, 24, 32, 48, 64, 128, 256, 512]))
    await write(`build/icons/${size}x${size}.png`, png);
  await write('build/icon.png', pictures.get(1024) ?? Buffer.alloc(0));
  await write('build/icon.ico', packIco(of([16, 24, 32, 48, 64, 128, 256])));
  await write('build/icon.icns', packIcns(of([16, 32, 64, 128, 256, 512, 1024])));
}

/** macOS takes the shape alone from a template, and finds the sharper one by its name. */
async function drawTray(page: Page, svg: string): Promise<void> {
  await mkdir(path.join(projectRoot, 'resources'), { recursive: true });
  await write('resources/tray.png', await draw(page, svg.replaceAll('currentColor', TRAY_COLOUR), 32));
  const black = svg.replaceAll('currentColor', '#000');
  await write('resources/trayTemplate.png', await draw(page, black, 18));
  await write('resources/trayTemplate@2x.png', await draw(page, black, 36));
}

async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `);
  await page.setContent(`<body style="margin:0;background:transparent">${sized}</body>`);
  return await page.screenshot({ omitBackground: true });
}

async function write(name: string, bytes: Buffer): Promise<void> {
  await writeFile(path.join(projectRoot, name), bytes);
  console.log(`${name}  ${bytes.length} bytes`);
}
