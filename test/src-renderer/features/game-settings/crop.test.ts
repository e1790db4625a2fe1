import { array, assert, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_ZOOM, middle, movedCrop, partOf } from '../../../../src-renderer/features/game-settings/crop.ts';

const size = record({ width: integer({ min: 1, max: 9_000 }), height: integer({ min: 1, max: 9_000 }) });
const by = record({
  x: double({ min: -3, max: 3, noNaN: true }),
  y: double({ min: -3, max: 3, noNaN: true }),
  zoom: double({ min: -5, max: 30, noNaN: true }),
});

test('takes as much of the middle as fits the shape', () => {
  const part = partOf({ width: 2_000, height: 1_000 }, { width: 512, height: 512 }, middle);
  expect(part).toEqual({ x: 500, y: 0, width: 1_000, height: 1_000 });
});

test('never leaves the picture nor the requested shape, wherever it is moved', () => {
  assert(
    property(size, size, array(by, { maxLength: 8 }), (picture, shape, moves) => {
      let crop = middle;
      for (const move of moves) crop = movedCrop(picture, shape, crop, move);
      const part = partOf(picture, shape, crop);
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(MOST_ZOOM);
      expect(part.x).toBeGreaterThanOrEqual(0);
      expect(part.y).toBeGreaterThanOrEqual(0);
      expect(part.x + part.width).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(part.y + part.height).toBeLessThanOrEqual(picture.height + 1e-6);
      expect(part.width / part.height).toBeCloseTo(shape.width / shape.height, 5);
    }),
  );
});
