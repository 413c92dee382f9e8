/** More than the server keeps; sending more would only take longer. */
const LONGEST_SIDE = 2048;
const LARGE_FILE = 1_500_000;
const sent = ['image/jpeg', 'image/png', 'image/webp'];

export type PreparedPhoto = { file: Blob; width: number; height: number };

/** A photo small enough to send, with the size it will have. Throws when the browser can't read it. */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  if (scale === 1 && file.size <= LARGE_FILE && sent.includes(file.type)) return { file, width, height };
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  // A JPEG has no transparent parts.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
  if (!smaller) throw new Error('The browser could not write the photo.');
  return { file: smaller, width, height };
}
