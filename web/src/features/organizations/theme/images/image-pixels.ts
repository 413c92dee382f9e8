/** A picture that the browser has read, of any size and type it knows. */
export async function loadImage(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A drawing may have no size of its own. */
export const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
  width: naturalWidth || 512,
  height: naturalHeight || 512,
});

const SIDE = 200;

/** The pixels of a small copy, which is all that its colors need. Single pixels, because averages would be new colors. */
export async function pixelsOf(file: Blob): Promise<Uint8ClampedArray> {
  const image = await loadImage(file);
  const { width, height } = sizeOf(image);
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error("Your browser can't create images.");
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
