import { contrast, fromOklch, luminance, type Oklch, toOklch } from './color-math.ts';
import type { Colors } from './color-paths.ts';
import { AA_MARK, AA_TEXT, nearestReadable, onColor } from './contrast.ts';
import { readableColors } from './readable-colors.ts';
import type { ThemeConfig } from './theme.ts';
import { type WorkoutKind, workoutKinds } from './theme-default.ts';

/** What a gym has: one color, perhaps a second one. */
export type Brand = { primary: string; secondary?: string | undefined };

export type ProposalName = 'Light' | 'Dark' | 'Bold';
export type Proposal = { name: ProposalName; theme: ThemeConfig };

/** Each workout type keeps its own hue, whatever the brand's. */
const workoutHues: Record<WorkoutKind, number> = {
  cardio: 33,
  strength: 277,
  classes: 75,
  flexibility: 182,
  sports: 150,
};
const statusHues = { success: 150, warning: 65, error: 27, info: 260 } as const;

/** How a page is lit: the lightness of its grounds, lines and texts, and how much of the brand's hue they have. */
type Lighting = {
  main: Oklch;
  grounds: { secondary: number; hover: number; overflowHover: number; line: number };
  texts: { primary: number; secondary: number; tertiary: number; disabled: number };
  tint: number;
  workoutTypes: Colors['workoutTypes'];
  status: number;
};

type Tone = Pick<Oklch, 'l' | 'c'>;

function workoutColors(bg: Tone, border: Tone, text: Tone): Colors['workoutTypes'] {
  const of = (h: number) => {
    const ground = fromOklch({ ...bg, h });
    return {
      bg: ground,
      border: fromOklch({ ...border, h }),
      text: nearestReadable(fromOklch({ ...text, h }), [ground]),
      accent: fromOklch({ l: 0.68, c: 0.17, h }),
    };
  };
  return Object.fromEntries(workoutKinds.map((kind) => [kind, of(workoutHues[kind])])) as Colors['workoutTypes'];
}

const onLight = workoutColors({ l: 0.965, c: 0.022 }, { l: 0.85, c: 0.08 }, { l: 0.42, c: 0.13 });
const onDark = workoutColors({ l: 0.27, c: 0.05 }, { l: 0.45, c: 0.1 }, { l: 0.87, c: 0.09 });

const lightPage = (main: Oklch): Lighting => ({
  main,
  grounds: {
    secondary: main.l - 0.025,
    hover: main.l - 0.05,
    overflowHover: main.l - 0.085,
    line: main.l - 0.09,
  },
  texts: { primary: 0.22, secondary: 0.42, tertiary: 0.48, disabled: 0.72 },
  tint: 0.02,
  workoutTypes: onLight,
  status: 0.5,
});

const darkPage = (main: Oklch): Lighting => ({
  main,
  grounds: {
    secondary: main.l + 0.045,
    hover: main.l + 0.09,
    overflowHover: main.l + 0.13,
    line: main.l + 0.14,
  },
  texts: { primary: 0.97, secondary: 0.84, tertiary: 0.74, disabled: 0.55 },
  tint: 0.012,
  workoutTypes: onDark,
  status: 0.78,
});

/**
 * Three complete themes from a brand, each readable throughout (WCAG AA): on white, on near-black, and on the brand's own
 * color. Fonts, logo and icons stay as they are in `base`.
 */
export function compileBrand(brand: Brand, base: ThemeConfig): Proposal[] {
  const { l, c, h } = toOklch(brand.primary);
  const quiet = Math.min(c, 0.02);
  const themes: [ProposalName, Colors][] = [
    ['Light', paint(brand, lightPage({ l: 1, c: 0, h }))],
    ['Dark', paint(brand, darkPage({ l: 0.17, c: quiet, h }))],
    // A pale brand would turn to mud on a deep page, so it gets a page of its own pale color instead.
    [
      'Bold',
      l > 0.72
        ? paint(invertedBrand(brand), lightPage({ l: 0.95, c: Math.min(c, 0.07), h }))
        : paint(brightBrand(brand), darkPage({ l: 0.3, c: Math.min(c, 0.13), h })),
    ],
  ];
  return themes.map(([name, colors]) => ({ name, theme: { ...base, colors: readableColors(colors), overrides: {} } }));
}

/** Ink-colored buttons, with the brand in second place. */
const invertedBrand = ({ primary }: Brand): Brand => {
  const { c, h } = toOklch(primary);
  return { primary: fromOklch({ l: 0.25, c: Math.min(c, 0.05), h }), secondary: primary };
};

/** A pale version of the brand, which stands out from a page of its deep one. */
const brightBrand = ({ primary, secondary = primary }: Brand): Brand => {
  const bright = (color: string) => {
    const { l, c, h } = toOklch(color);
    return fromOklch({ l: Math.max(l, 0.84), c: Math.min(c, 0.14), h });
  };
  return { primary: bright(primary), secondary: bright(secondary) };
};

/** A second color that goes with the first: a deeper or paler tone of it. */
const toneOf = (primary: string): string => {
  const { l, c, h } = toOklch(primary);
  // Away from green, which darkened yellow looks like.
  return fromOklch(l > 0.6 ? { l: l - 0.12, c, h: h - 18 } : { l: l + 0.14, c, h: h + 12 });
};

function paint(brand: Brand, lighting: Lighting): Colors {
  const { grounds, texts, tint } = lighting;
  const { h } = lighting.main;
  const chroma = Math.max(lighting.main.c, Math.min(toOklch(brand.primary).c, tint));
  const tone = (l: number, c = chroma) => fromOklch({ l, c, h });
  const main = fromOklch(lighting.main);
  const background = { main, secondary: tone(grounds.secondary), secondaryHover: tone(grounds.hover) };
  const [overflowHover, line] = [tone(grounds.overflowHover), tone(grounds.line)];
  const everywhere = [main, background.secondary, background.secondaryHover, overflowHover];
  const text = (l: number) => nearestReadable(tone(l, Math.min(chroma, 0.03)), everywhere);

  const primary = standsOut(brand.primary, main) ? brand.primary : nearestReadable(brand.primary, [main], AA_MARK);
  const inverse = inkOn(primary);
  const secondary = brand.secondary ?? toneOf(primary);
  const status = (name: keyof typeof statusHues) =>
    nearestReadable(fromOklch({ l: lighting.status, c: 0.16, h: statusHues[name] }), everywhere);
  const tertiary = text(texts.tertiary);
  return {
    primary,
    secondary,
    border: line,
    background,
    text: {
      primary: text(texts.primary),
      secondary: text(texts.secondary),
      tertiary,
      disabled: tone(texts.disabled),
      inverse,
    },
    workoutTypes: lighting.workoutTypes,
    status: {
      success: status('success'),
      warning: status('warning'),
      error: status('error'),
      info: status('info'),
    },
    calendar: {
      gridLine: line,
      currentTime: nearestReadable(fromOklch({ l: 0.6, c: 0.22, h: 17 }), [main], AA_MARK),
      overflow: background.secondaryHover,
      overflowHover,
      timeLabel: tertiary,
    },
  };
}

/** A pale, strong color does too, with dark text on it: yellow that is darkened for a white page becomes olive. */
function standsOut(color: string, page: string): boolean {
  if (contrast(color, page) >= AA_MARK) return true;
  const isPale = luminance(color) > 0.4 && luminance(page) > 0.4;
  return isPale && toOklch(color).c - toOklch(page).c > 0.09;
}

/** White on a color if it is readable, else an ink of the same hue. */
function inkOn(color: string): string {
  if (contrast(color, '#ffffff') >= AA_TEXT) return '#ffffff';
  const { c, h } = toOklch(color);
  const ink = fromOklch({ l: 0.2, c: Math.min(c, 0.04), h });
  return contrast(color, ink) >= AA_TEXT ? ink : onColor(color);
}
