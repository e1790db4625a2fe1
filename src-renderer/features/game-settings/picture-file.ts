// Reads a picture that a person chose, and makes of a part of it the file that is sent. Needs a browser's canvas.
import { type PictureKind, pictureLimits } from '../../../src-shared/games/settings-bridge.ts';
import { t } from '../../text/t.ts';
import type { Part, Size } from './crop.ts';

/** What is sent, in pixels. */
export const pictureSizes: Record<PictureKind, Size> = {
  logo: { width: 512, height: 512 },
  banner: { width: 1_600, height: 900 },
};
/** More than this is not read: it would take the window's memory. */
const MOST_FILE_BYTES = 40_000_000;
const MOST_PIXELS = 64_000_000;

/** The picture, or what is wrong with the file. */
export async function readPicture(file: File): Promise<{ picture: ImageBitmap } | { problem: string }> {
  if (file.size > MOST_FILE_BYTES)
    return { problem: t('{file} is over 40 MB. Save a smaller copy of it first.', { file: file.name }) };
  if (file.size === 0) return { problem: t('{file} is empty.', { file: file.name }) };
  try {
    const picture = await createImageBitmap(file);
    if (picture.width * picture.height <= MOST_PIXELS) return { picture };
    picture.close();
    return {
      problem: t('{file} has more than 64 million pixels. Save a smaller copy of it first.', { file: file.name }),
    };
  } catch {
    return { problem: t('{file} cannot be read as a picture. Use a PNG, JPEG or WebP file.', { file: file.name }) };
  }
}

/** Draws a part of a picture over all of a canvas. */
export function drawPart(canvas: HTMLCanvasElement, picture: ImageBitmap, part: Part): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
}

/** The file to send: a PNG, or where that is too large a JPEG. */
export async function pictureFile(kind: PictureKind, picture: ImageBitmap, part: Part): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), pictureSizes[kind]);
  drawPart(canvas, picture, part);
  const png = await blobOf(canvas, 'image/png');
  return png.size <= pictureLimits[kind] ? png : await blobOf(canvas, 'image/jpeg');
}

function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => {
      if (blob === null) reject(new Error('The picture could not be drawn.'));
      else resolve(blob);
    };
    canvas.toBlob(take, type, 0.9);
  });
}
