import { createRequire } from 'node:module';
import { onColor, readableOn } from '@spotter/contract/theme/contrast.ts';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import sharp from 'sharp';

const require = createRequire(import.meta.url);

/** Shipped with the server and embedded, so that a poster looks the same on every machine. */
const fontFiles = {
  medium: require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'),
  'arabic-medium': require.resolve('@expo-google-fonts/noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf'),
  'arabic-bold': require.resolve('@expo-google-fonts/noto-sans-arabic/800ExtraBold/NotoSansArabic_800ExtraBold.ttf'),
  'hebrew-medium': require.resolve('@expo-google-fonts/noto-sans-hebrew/500Medium/NotoSansHebrew_500Medium.ttf'),
  'hebrew-bold': require.resolve('@expo-google-fonts/noto-sans-hebrew/800ExtraBold/NotoSansHebrew_800ExtraBold.ttf'),
} as const;
type Weight = 'medium' | 'bold';

/** In points. Everything is drawn for A4 and scaled. */
const pages = { a4: [595.28, 841.89], a5: [419.53, 595.28] } as const;
const [WIDTH, HEIGHT] = pages.a4;
const MARGIN = 48;
/** Of Inter, for a size of 1. */
const ASCENT = 0.97;

export type PosterContent = {
  size: keyof typeof pages;
  /** The organization's name, or Spotter's without a brand of its own. */
  name: string;
  gymName: string | null;
  code: string;
  link: string;
  primary: string;
  /** What the logo is made to stand on. */
  background: string;
  logo: Uint8Array | null;
};

/** The link carries the code, so nobody has to type it; without a gym it asks for one. */
const stepsTo = (gymName: string | null) => [
  ['Scan the code', "Use your phone's camera, or open the link."],
  ['Create your account', gymName ? 'It takes about a minute.' : 'Choose your gym and set a password.'],
  ['Join a session', 'Train with people you like.'],
];

/** Text without signs that none of the fonts can show, such as emoji. */
const drawable = (text: string) =>
  text
    .replace(/\p{Extended_Pictographic}|\p{C}|\u{FE0F}|\u{20E3}/gu, '')
    .replace(
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();

/** Runs of one script each from left to right, with the font that has their letters. */
function runsOf(text: string, weight: Weight): { font: keyof typeof fontFiles; text: string }[] {
  const parts = text.match(rightToLeft) ?? [];
  return parts.flatMap((part) => {
    const script = /\p{Script=Arabic}/u.test(part) ? 'arabic' : /\p{Script=Hebrew}/u.test(part) ? 'hebrew' : null;
    if (!script) return [{ font: weight, text: part }];
    // The font turns a word around, not the order of the words.
    const words = part.split(' ').toReversed();
    return words.flatMap((word, index) => [
      ...(index > 0 ? [{ font: weight, text: ' ' }] : []),
      ...(word ? [{ font: `${script}-${weight}` as const, text: word }] : []),
    ]);
  });
}

/** A text's parts: words of one script from right to left, and everything else. */
const rightToLeft =
  /[\p{Script=Arabic} ]*\p{Script=Arabic}|[\p{Script=Hebrew} ]*\p{Script=Hebrew}|[^\p{Script=Arabic}\p{Script=Hebrew}]+/gu;

type Doc = InstanceType<typeof PDFDocument>;
type Line = { weight: Weight; size: number; color: string };

const widthOf = (doc: Doc, text: string, { weight, size }: Omit<Line, 'color'>) =>
  runsOf(text, weight).reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text), 0);

/** One line, centered at `x` or starting there. */
function write(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  { centered = false, ...line }: Line & { centered?: boolean },
) {
  let at = centered ? x - widthOf(doc, text, line) / 2 : x;
  for (const run of runsOf(text, line.weight)) {
    doc.font(run.font).fontSize(line.size).fillColor(line.color);
    // Fonts differ in height, but share a baseline.
    doc.text(run.text, at, y + line.size * ASCENT, { lineBreak: false, baseline: 'alphabetic' });
    at += doc.widthOfString(run.text);
  }
}

/** Breaks a text into so many lines at most, at the largest size at which it fits; a longer one is cut. */
function fit(doc: Doc, text: string, width: number, sizes: readonly number[], weight: Weight, most = 2) {
  const fits = (line: string, size: number) => widthOf(doc, line, { weight, size }) <= width;
  const broken = (size: number) => {
    const [first = '', ...words] = text.split(' ');
    const lines = [first];
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`;
      if (fits(longer, size)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  };
  for (const size of sizes) {
    const lines = broken(size);
    if (lines.length <= most && lines.every((line) => fits(line, size))) return { size, lines };
  }
  const size = sizes.at(-1)!;
  const lines = broken(size);
  const kept = [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].filter(Boolean);
  return { size, lines: kept.map((line) => (fits(line, size) ? line : cut(line, (shorter) => fits(shorter, size)))) };
}

function cut(line: string, fits: (shorter: string) => boolean): string {
  let kept = [...line];
  while (kept.length > 1 && !fits(`${kept.join('').trimEnd()}…`)) kept = kept.slice(0, -1);
  return `${kept.join('').trimEnd()}…`;
}

/** A poster as a PDF: the brand, the invite code as a QR code, and what to do with it. */
export default async function drawPoster({ size, name, gymName, code, link, ...look }: PosterContent): Promise<Buffer> {
  const { primary, background, logo } = look;
  const shownName = drawable(name);
  const doc = new PDFDocument({
    size: [...pages[size]],
    margin: 0,
    info: { Title: `Join ${name}`, Author: name, Subject: link },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (const [font, file] of Object.entries(fontFiles)) doc.registerFont(font, file);
  doc.scale(pages[size][0] / WIDTH);

  const onPrimary = onColor(primary);
  const ink = '#111827';
  const accent = readableOn('#ffffff', primary);
  const middle = WIDTH / 2;
  const bandHeight = 330;
  const qrTop = bandHeight - 62;
  doc.rect(0, 0, WIDTH, bandHeight).fill(primary);

  const picture = logo && (await asPng(logo));
  if (picture) {
    const box = { width: 160, height: 64 };
    doc.roundedRect(middle - box.width / 2 - 14, 36, box.width + 28, box.height + 24, 14).fill(background);
    doc.image(picture, middle - box.width / 2, 48, { fit: [box.width, box.height], align: 'center', valign: 'center' });
  }
  const place = gymName && drawable(gymName);
  const big = fit(doc, shownName || 'Train with us', WIDTH - 2 * MARGIN, [46, 40, 34, 28, 22], 'bold');
  let y = picture ? 138 : 88;
  const inBand = (text: string, weight: Weight, textSize: number) => {
    write(doc, text, middle, y, { weight, size: textSize, color: onPrimary, centered: true });
    y += textSize * 1.2;
  };
  if (shownName) inBand('Train with us at', 'medium', 18);
  for (const line of big.lines) inBand(line, 'bold', big.size);
  if (place && place !== shownName) {
    y += 4;
    const most = y + 2 * 20 * 1.2 < qrTop ? 2 : 1;
    const small = fit(doc, place, WIDTH - 2 * MARGIN, [20, 17, 14], 'medium', most);
    for (const line of small.lines) inBand(line, 'medium', small.size);
  }

  const side = 252;
  const frame = 20;
  doc
    .roundedRect(middle - side / 2 - frame, qrTop, side + 2 * frame, side + 2 * frame, 24)
    .fillAndStroke('#ffffff', '#e5e7eb');
  drawQr(doc, link, { x: middle - side / 2, y: qrTop + frame, side });

  const underCode = qrTop + side + 2 * frame + 14;
  write(doc, 'Your invite code', middle, underCode, {
    weight: 'medium',
    size: 12,
    color: '#4b5563',
    centered: true,
  });
  write(doc, code, middle, underCode + 18, { weight: 'bold', size: 26, color: accent, centered: true });
  const address = fit(
    doc,
    `No camera? Open ${link.replace(/^https?:\/\//, '')}`,
    WIDTH - 2 * MARGIN,
    [12, 10, 8],
    'medium',
  );
  for (const [index, line] of address.lines.entries())
    write(doc, line, middle, underCode + 54 + index * 14, {
      weight: 'medium',
      size: address.size,
      color: '#4b5563',
      centered: true,
    });

  const steps = stepsTo(gymName);
  const column = (WIDTH - 2 * MARGIN) / steps.length;
  for (const [index, [title = '', text = '']] of steps.entries()) {
    const x = MARGIN + column * (index + 0.5);
    const at = HEIGHT - 142;
    doc.circle(x, at, 17).fill(primary);
    write(doc, String(index + 1), x, at - 10, { weight: 'bold', size: 17, color: onPrimary, centered: true });
    write(doc, title, x, at + 28, { weight: 'bold', size: 14, color: ink, centered: true });
    const explained = fit(doc, text, column - 18, [11, 10], 'medium');
    for (const [row, line] of explained.lines.entries())
      write(doc, line, x, at + 50 + row * 15, {
        weight: 'medium',
        size: explained.size,
        color: '#4b5563',
        centered: true,
      });
  }
  doc.end();
  return done;
}

/** PDF takes PNG; a logo that can't be read is left out. */
const asPng = (logo: Uint8Array) =>
  sharp(logo)
    .resize(800, 320, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => null);

/** Black on white in any brand, because scanners need the contrast. */
function drawQr(doc: Doc, link: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' });
  const unit = side / modules.size;
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) doc.rect(x + column * unit, y + row * unit, unit, unit);
  doc.fill('#000000');
}
