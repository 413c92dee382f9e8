import { createRequire } from 'node:module';
import sharp from 'sharp';
import { escapeXml } from './markup.format.ts';

const require = createRequire(import.meta.url);

/** Fonts of the cards. The server ships them, so that a machine without fonts draws the same pictures. */
const fontFiles = [
  require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  require.resolve('@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-arabic/800ExtraBold/NotoSansArabic_800ExtraBold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-hebrew/800ExtraBold/NotoSansHebrew_800ExtraBold.ttf'),
  require.resolve('@expo-google-fonts/noto-sans-hebrew/500Medium/NotoSansHebrew_500Medium.ttf'),
];
export const fontFamily = 'Inter, Noto Sans Arabic, Noto Sans Hebrew, sans-serif';

/** After a font's file has been used once, drawings can refer to the font by name. */
let loaded: Promise<unknown> | undefined;
const loadFonts = () => {
  loaded ??= Promise.all(
    fontFiles.map((file) => sharp({ text: { text: 'x', font: 'Inter', fontfile: file, dpi: 72 } }).metadata()),
  );
  return loaded;
};

export type Weight = 500 | 600 | 800;
const weightNames = { 500: 'Medium', 600: 'Semi-Bold', 800: 'Ultra-Bold' } as const;

/** Removes emoji, which the fonts lack, and invisible characters. */
export const drawable = (text: string) =>
  text
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{20E3}/gu, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\u200c' || sign === '\u200d' ? sign : ''))
    .replace(/\s+/g, ' ')
    .trim();

/** A line's width in pixels; none if nothing in it can be seen, such as what joins the parts of an emoji. */
export async function widthOf(text: string, size: number, weight: Weight): Promise<number> {
  if (text === '') return 0;
  await loadFonts();
  const drawn = sharp({
    text: {
      text: escapeXml(text),
      font: `${fontFamily.replace(', sans-serif', '')} ${weightNames[weight]} ${size}`,
      dpi: 72,
    },
  });
  try {
    return (await drawn.metadata()).width;
  } catch (error) {
    if ((error as Error).message.includes('no text to render')) return 0;
    throw error;
  }
}

/** Font sizes, largest first, each with the number of lines that fit. */
type Box = { width: number; sizes: readonly { size: number; lines: number }[]; weight: Weight };

/** Breaks a text into lines at the largest size that fits; a text too long for all ends in an ellipsis. */
export async function fitLines(text: string, box: Box): Promise<{ size: number; lines: string[] }> {
  const smallest = { size: 16, lines: 1, broken: [text] };
  for (const { size, lines } of box.sizes) {
    const { broken, whole } = await breakLines(text, size, box);
    if (whole && broken.length <= lines) return { size, lines: broken };
    Object.assign(smallest, { size, lines, broken });
  }
  const { size, lines, broken } = smallest;
  const kept = broken.slice(0, lines);
  const last = broken.length > lines ? `${kept.at(-1) ?? ''}…` : (kept.at(-1) ?? '');
  return { size, lines: [...kept.slice(0, -1), await shorten(last, size, box.weight, box.width)] };
}

/** The lines of a text, and whether all its words stayed whole. */
async function breakLines(text: string, size: number, { width, weight }: Box) {
  const broken: string[] = [];
  let line = '';
  let whole = true;
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if ((await widthOf(longer, size, weight)) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') broken.push(line);
    line = word;
    for (let wide = await widthOf(line, size, weight); wide > width; wide = await widthOf(line, size, weight)) {
      const letters = [...line];
      const fitting = Math.max(1, Math.floor((letters.length * width) / wide) - 1);
      broken.push(letters.slice(0, fitting).join(''));
      line = letters.slice(fitting).join('');
      whole = false;
    }
  }
  return { broken: [...broken, line], whole };
}

/** Drops characters from the end until the line fits. */
async function shorten(line: string, size: number, weight: Weight, width: number): Promise<string> {
  const letters = [...line.replace(/…$/, '')];
  let shown = line;
  while (letters.length > 1 && (await widthOf(shown, size, weight)) > width) {
    letters.splice(-Math.max(1, Math.floor(letters.length / 20)));
    shown = `${letters.join('').trimEnd()}…`;
  }
  return shown;
}

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/** Whether a text is mostly right-to-left. A foreign name does not change a sentence's direction. */
export const isRightToLeft = (text: string) => {
  const fromTheRight = count(text, /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu);
  return fromTheRight > count(text, /\p{L}/gu) / 2;
};

type Line = { x: number; y: number; size: number; weight: Weight; fill: string; anchor?: 'left' | 'middle' | 'right' };

/** A line of text as SVG, in its own direction, aligned to the given edge. */
export function svgLine(text: string, { x, y, size, weight, fill, anchor = 'left' }: Line): string {
  const rightToLeft = isRightToLeft(text);
  const start = rightToLeft ? 'right' : 'left';
  const svgAnchor = anchor === 'middle' ? 'middle' : anchor === start ? 'start' : 'end';
  const direction = rightToLeft ? ' direction="rtl"' : '';
  return `<text x="${x}" y="${y}" font-family="${fontFamily}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${svgAnchor}"${direction}>${escapeXml(text)}</text>`;
}
