import { readableOn } from '@spotter/contract/theme/contrast.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import sharp from 'sharp';
import { drawable, fitLines, svgLine } from '../letters.format.ts';

type Screenshot = { name: string; colors: ThemeConfig['colors']; width: number; height: number };

sharp.cache(false);
sharp.concurrency(1);

const MARGIN = 48;

const sessions = [
  { type: 'strength', title: 'Leg day', facts: '6:30 pm · 3 spots left' },
  { type: 'cardio', title: 'Morning run', facts: 'Tomorrow, 7 am · 5 spots left' },
  { type: 'flexibility', title: 'Slow stretch', facts: 'Thursday, 12:15 pm · 1 spot left' },
] as const;

/** What the browser shows beside its offer to install: the gym's sessions in its colors, with sample titles. */
export default async function drawScreenshot({ name, colors, width, height }: Screenshot): Promise<Buffer> {
  const page = colors.background.main.slice(0, 7);
  const text = readableOn(page, colors.text.primary);
  const heading = await fitLines(drawable(name), {
    width: width - 2 * MARGIN,
    weight: 800,
    sizes: [
      { size: 56, lines: 1 },
      { size: 40, lines: 1 },
    ],
  });
  const isWide = width > height;
  const card = isWide
    ? { width: (width - 2 * MARGIN - 2 * 24) / 3, height: 320, x: 1, y: 0 }
    : { width: width - 2 * MARGIN, height: 220, x: 0, y: 1 };
  const cards = sessions.map(({ type, title, facts }, index) => {
    const look = colors.workoutTypes[type];
    const ground = look.bg.slice(0, 7);
    const x = MARGIN + index * card.x * (card.width + 24);
    const y = 240 + index * card.y * (card.height + 24);
    const line = { x: x + 36, fill: readableOn(ground, look.text) };
    return [
      `<rect x="${x}" y="${y}" width="${card.width}" height="${card.height}" rx="28" fill="${ground}"/>`,
      `<rect x="${x}" y="${y + 32}" width="8" height="${card.height - 64}" rx="4" fill="${look.accent.slice(0, 7)}"/>`,
      svgLine(title, { ...line, y: y + card.height / 2 - 8, size: 38, weight: 800 }),
      svgLine(facts, { ...line, y: y + card.height / 2 + 40, size: isWide ? 22 : 28, weight: 500 }),
    ].join('');
  });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${page}"/>`,
    svgLine(heading.lines[0] ?? '', { x: MARGIN, y: 120, size: heading.size, weight: 800, fill: text }),
    svgLine('Train together', { x: MARGIN, y: 184, size: 32, weight: 500, fill: text }),
    ...cards,
    '</svg>',
  ].join('');
  return sharp(Buffer.from(svg)).png().toBuffer();
}
