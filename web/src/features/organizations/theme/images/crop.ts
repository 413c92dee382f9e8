type Size = { width: number; height: number };
/** What of an image is taken: how close, and around which point of it. */
export type Crop = { zoom: number; x: number; y: number };

export const MOST_ZOOM = 5;

export const wholeImage = ({ width, height }: Size): Crop => ({ zoom: 1, x: width / 2, y: height / 2 });

/** The part of the image in the frame. It reaches beyond the image where the frame has another shape. */
export function viewOf(image: Size, aspect: number, { zoom, x, y }: Crop) {
  const width = Math.max(image.width, image.height * aspect) / zoom;
  const height = width / aspect;
  return { x: within(x, width, image.width), y: within(y, height, image.height), width, height };
}

/** Where a view of this size begins: inside the image, or around its middle if it is larger than the image. */
function within(center: number, size: number, whole: number): number {
  if (size >= whole) return (whole - size) / 2;
  return Math.min(whole - size, Math.max(0, center - size / 2));
}

/** Moves the view by a share of its own size. */
export function moved(image: Size, aspect: number, crop: Crop, by: { x: number; y: number }): Crop {
  const view = viewOf(image, aspect, crop);
  const center = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  const next = { ...crop, x: center.x + by.x * view.width, y: center.y + by.y * view.height };
  const kept = viewOf(image, aspect, next);
  return { ...next, x: kept.x + kept.width / 2, y: kept.y + kept.height / 2 };
}
