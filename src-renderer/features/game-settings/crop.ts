// Which part of a picture is taken: as large as fits the requested shape, nearer by a zoom, moved but never over an edge. Pure.

/** A size in pixels. */
export type Size = { width: number; height: number };
/** The middle of what is taken, as parts of the picture's sides, and how near it is: 1 takes as much as there is. */
export type Crop = { x: number; y: number; zoom: number };
/** A part of a picture in its pixels. */
export type Part = { x: number; y: number; width: number; height: number };

/** The whole middle. */
export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };
/** As near as one may come. */
export const MOST_ZOOM = 8;

/** The part that a crop takes of a picture, in `shape`. */
export function partOf(picture: Size, shape: Size, crop: Crop): Part {
  const fit = Math.min(picture.width / shape.width, picture.height / shape.height) / crop.zoom;
  const [width, height] = [shape.width * fit, shape.height * fit];
  return {
    x: within(crop.x * picture.width - width / 2, picture.width - width),
    y: within(crop.y * picture.height - height / 2, picture.height - height),
    width,
    height,
  };
}

/** A crop moved by parts of what is taken, and zoomed, kept inside of the picture. */
export function movedCrop(picture: Size, shape: Size, crop: Crop, by: { x?: number; y?: number; zoom?: number }): Crop {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, by.zoom ?? crop.zoom));
  const before = partOf(picture, shape, crop);
  const x = crop.x + ((by.x ?? 0) * before.width) / picture.width;
  const y = crop.y + ((by.y ?? 0) * before.height) / picture.height;
  const after = partOf(picture, shape, { x, y, zoom });
  return {
    x: (after.x + after.width / 2) / picture.width,
    y: (after.y + after.height / 2) / picture.height,
    zoom,
  };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
