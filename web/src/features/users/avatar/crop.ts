/** The kept part of a picture: a square, by its center as a fraction of the picture, and its zoom. */
export type Crop = { x: number; y: number; zoom: number };

export const MOST_ZOOM = 4;
export const wholePicture: Crop = { x: 0.5, y: 0.5, zoom: 1 };

type Size = { width: number; height: number };

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The square in the picture's own pixels, always inside its edges. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / within(zoom, 1, MOST_ZOOM);
  return {
    left: within(x * width - side / 2, 0, width - side),
    top: within(y * height - side / 2, 0, height - side),
    side,
  };
}

/** The crop after dragging the picture by fractions of the view. */
export function pulled(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, side } = squareOf(size, crop);
  const moved = {
    ...crop,
    x: (left + side / 2 - by.x * side) / size.width,
    y: (top + side / 2 - by.y * side) / size.height,
  };
  const { left: x, top: y } = squareOf(size, moved);
  return { ...moved, x: (x + side / 2) / size.width, y: (y + side / 2) / size.height };
}

export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
