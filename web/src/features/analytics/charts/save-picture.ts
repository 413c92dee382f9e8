import { saveFile } from '#platform/save-file.ts';

const inlined = ['fill', 'stroke', 'fill-opacity', 'stroke-width', 'font-size', 'font-weight', 'text-anchor'];
const TITLE = 62;
const SCALE = 2;

/** A picture knows no stylesheet, so each shape takes its colors along. */
function withOwnStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const original = originals[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of inlined) element.style.setProperty(name, style.getPropertyValue(name));
    element.style.setProperty('font-family', 'sans-serif');
    element.removeAttribute('class');
  });
  return copy;
}

/** Draws a chart with its title and what it is about on the page's own background. */
export async function savePng(svg: SVGSVGElement, title: string, about: string, name: string): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const copy = withOwnStyles(svg);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  const address = URL.createObjectURL(new Blob([copy.outerHTML], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const canvas = document.createElement('canvas');
  canvas.width = (width + 32) * SCALE;
  canvas.height = (height + TITLE + 24) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error("Your browser can't create images.");
  const page = getComputedStyle(document.documentElement);
  context.scale(SCALE, SCALE);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, width + 32, height + TITLE + 24);
  context.fillStyle = page.color;
  context.font = '600 16px sans-serif';
  context.fillText(title, 16, 28, width);
  context.font = '13px sans-serif';
  context.fillText(about, 16, 48, width);
  context.drawImage(image, 16, TITLE, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error("Your browser can't save images.");
  saveFile(blob, `${name}.png`);
}
