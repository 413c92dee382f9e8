import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { MOST_ZOOM, pulled, squareOf, wholePicture } from './crop.ts';

const wide = { width: 900, height: 600 };

test('starts with the largest square in the middle', () => {
  expect(squareOf(wide, wholePicture)).toEqual({ left: 150, top: 0, side: 600 });
  expect(squareOf(wide, { ...wholePicture, zoom: 2 })).toEqual({ left: 300, top: 150, side: 300 });
});

test('moves with the drag', () => {
  const crop = pulled(wide, { ...wholePicture, zoom: 2 }, { x: 0.5, y: -0.25 });
  expect(squareOf(wide, crop)).toEqual({ left: 150, top: 225, side: 300 });
});

test('stays inside the picture, however it is dragged', () => {
  const part = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 9000 }),
      fc.double({ min: 0.1, max: 9, noNaN: true }),
      part,
      part,
      (width, height, zoom, x, y) => {
        const { left, top, side } = squareOf(
          { width, height },
          pulled({ width, height }, { ...wholePicture, zoom }, { x, y }),
        );
        expect(side).toBeGreaterThanOrEqual(Math.min(width, height) / MOST_ZOOM);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(left + side).toBeLessThanOrEqual(width + 1e-6);
        expect(top + side).toBeLessThanOrEqual(height + 1e-6);
      },
    ),
    runs(100),
  );
});
