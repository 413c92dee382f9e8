import { onColor, readableOn } from '@spotter/contract/theme/contrast.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import sharp from 'sharp';
import { type CardSide, drawSide, lettersOf } from './card-side.format.ts';
import { drawable, fitLines, isRightToLeft, svgLine, widthOf } from './letters.format.ts';
import { cardSize } from './markup.format.ts';

/** A card's content. Of a person it holds only the first name and initials. */
export type Card = {
  brand: string;
  /** A short label above the title. */
  label: string;
  title: string;
  /** The first line is the most important one. */
  facts: string[];
  /** What the colored side shows. */
  side: CardSide;
  workout: keyof ThemeConfig['colors']['workoutTypes'] | null;
};

type Look = { colors: ThemeConfig['colors']; logo: Uint8Array | null };

const MARGIN = 72;
const SIDE = 372;
const titleSizes = [
  { size: 76, lines: 2 },
  { size: 66, lines: 2 },
  { size: 56, lines: 3 },
  { size: 48, lines: 3 },
];
const COLUMN = cardSize.width - SIDE - MARGIN - 56;
const center = { x: cardSize.width - SIDE / 2, y: cardSize.height / 2 };

const opaque = (color: string) => color.slice(0, 7);

sharp.cache(false);
sharp.concurrency(1);

/** Draws the preview picture of a link, in the gym's colors and always readable. */
export default async function drawCard({ card, colors, logo }: { card: Card } & Look): Promise<Buffer> {
  const ground = opaque(colors.background.main);
  const primary = opaque(colors.primary);
  const ink = readableOn(ground, colors.text.primary);
  const quiet = readableOn(ground, colors.text.secondary);
  const labels = card.workout ? colors.workoutTypes[card.workout] : null;
  const chip = labels
    ? { ground: opaque(labels.bg), ink: readableOn(labels.bg, labels.text) }
    : { ground: opaque(colors.background.secondary), ink: readableOn(colors.background.secondary, colors.primary) };

  const one = (...sizes: number[]) => sizes.map((size) => ({ size, lines: 1 }));
  const brand = await fitLines(drawable(card.brand), { width: COLUMN - 84, sizes: one(32, 28, 24), weight: 600 });
  const label = await fitLines(drawable(card.label), { width: COLUMN - 48, sizes: one(24), weight: 600 });
  const title = await fitLines(drawable(card.title), { width: COLUMN, sizes: titleSizes, weight: 800 });
  const facts = await Promise.all(
    card.facts.map((fact, index) =>
      fitLines(drawable(fact), {
        width: COLUMN,
        sizes: index === 0 ? one(36, 32, 28) : one(30, 28, 26),
        weight: index === 0 ? 600 : 500,
      }),
    ),
  );
  const chipWidth = 48 + (await widthOf(label.lines[0] ?? '', 24, 600));
  const widest = Math.max(...(await Promise.all(title.lines.map((line) => widthOf(line, title.size, 800)))));
  const fromTheRight = isRightToLeft(card.title);

  const lineHeight = title.size * 1.12;
  const factsHeight = facts.length * 48;
  const block = 46 + 30 + lineHeight * title.lines.length + 26 + factsHeight;
  // The text sits slightly below the middle, under the gym's name.
  const top = Math.max(158, (cardSize.height - block) / 2 + 40);
  const titleTop = top + 46 + 22;
  const factsTop = titleTop + lineHeight * title.lines.length + 34;

  const parts = [
    `<rect width="${cardSize.width}" height="${cardSize.height}" fill="${ground}"/>`,
    `<rect x="${cardSize.width - SIDE}" width="${SIDE}" height="${cardSize.height}" fill="${primary}"/>`,
    `<clipPath id="side"><rect x="${cardSize.width - SIDE}" width="${SIDE}" height="${cardSize.height}"/></clipPath>`,
    `<circle clip-path="url(#side)" cx="${cardSize.width - 20}" cy="${cardSize.height + 10}" r="260" fill="${onColor(primary)}" fill-opacity="0.07"/>`,
    `<circle clip-path="url(#side)" cx="${cardSize.width - SIDE + 30}" cy="-30" r="150" fill="${onColor(primary)}" fill-opacity="0.05"/>`,
    drawSide(card.side, { ...center, ground, primary, letters: logo ? null : lettersOf(card.brand) }),
    logo
      ? ''
      : `<rect x="${MARGIN}" y="60" width="60" height="60" rx="16" fill="${primary}"/>${svgLine(lettersOf(card.brand), { x: MARGIN + 30, y: 100, size: 27, weight: 800, fill: onColor(primary), anchor: 'middle' })}`,
    svgLine(brand.lines[0] ?? '', { x: MARGIN + 80, y: 101, size: brand.size, weight: 600, fill: ink }),
    `<rect x="${MARGIN}" y="${top}" width="${chipWidth}" height="46" rx="23" fill="${chip.ground}"/>`,
    svgLine(label.lines[0] ?? '', {
      x: MARGIN + chipWidth / 2,
      y: top + 31,
      size: 24,
      weight: 600,
      fill: chip.ink,
      anchor: 'middle',
    }),
    ...title.lines.map((line, index) =>
      svgLine(line, {
        x: fromTheRight ? MARGIN + widest : MARGIN - 3,
        anchor: fromTheRight ? 'right' : 'left',
        y: titleTop + lineHeight * (index + 0.86),
        size: title.size,
        weight: 800,
        fill: ink,
      }),
    ),
    ...facts.map((fact, index) =>
      svgLine(fact.lines[0] ?? '', {
        x: MARGIN,
        y: factsTop + 26 + index * 48,
        size: fact.size,
        weight: index === 0 ? 600 : 500,
        fill: index === 0 ? ink : quiet,
      }),
    ),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${parts.join('')}</svg>`;
  const drawing = sharp(Buffer.from(svg));
  const pictures = logo ? await placeLogo(logo, card.side.kind === 'mark') : [];
  return drawing.composite(pictures).png().toBuffer();
}

/** The gym's logo beside its name, or large when the card has nothing else to show. */
async function placeLogo(logo: Uint8Array, large: boolean) {
  const fitted = (size: number) =>
    sharp(logo)
      .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
  const small = { input: await fitted(60), left: MARGIN, top: 60 };
  if (!large) return [small];
  return [small, { input: await fitted(152), left: Math.round(center.x - 76), top: Math.round(center.y - 76) }];
}
