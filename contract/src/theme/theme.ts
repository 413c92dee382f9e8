import { z } from 'zod';
import { isOneEmoji, longestEmoji } from '../emoji.ts';
import { themeLimits } from '../limits.ts';
import { parseColor } from './color.ts';
import { defaultTheme, fontHosts } from './theme-default.ts';

/** Parsed by grammar and stored as hexadecimal, so a color can never be anything else. */
export const Color = z
  .string()
  .max(themeLimits.color, 'Not a color')
  .refine((text) => parseColor(text) !== null, { error: 'Not a color', abort: true })
  .overwrite((text) => parseColor(text) ?? text);

const FontName = z
  .string()
  .trim()
  .max(themeLimits.fontName, { error: 'Not a font name', abort: true })
  .regex(/^[A-Za-z0-9][A-Za-z0-9 _-]*$/, 'Not a font name');

const FontFallback = z
  .string()
  .max(120)
  .regex(/^[A-Za-z][A-Za-z0-9 -]*(?:,\s?[A-Za-z][A-Za-z0-9 -]*)*$/, 'Not a list of font names');

function isFontAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s"'()\\<>]/.test(text)) return false;
  const { protocol, hostname, port, username } = new URL(text);
  return protocol === 'https:' && port === '' && username === '' && (fontHosts as readonly string[]).includes(hostname);
}

const FontUrl = z
  .string()
  .max(themeLimits.fontAddress)
  .refine(isFontAddress, `Fonts can be loaded from ${fontHosts.join(', ')}`);

/** Images are always files that this server stored after re-encoding them. */
export const UploadedImage = z
  .string()
  .max(themeLimits.imageAddress)
  .regex(/^\/files\/[\w-]+(?:\/[\w-]+)*\.(?:png|jpg|webp|svg)$/, 'Use an uploaded image');

/** Missing values fall back to the default theme's. */
function colorTable<const T extends Record<string, string>>(defaults: T) {
  const shape = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, Color.default(value)]));
  return z.object(shape as { [K in keyof T]: z.ZodDefault<typeof Color> }).prefault({} as never);
}

function font(defaults: { name: string; url: null; fallback: string }) {
  return z
    .object({
      name: FontName.default(defaults.name),
      url: FontUrl.nullable().default(defaults.url),
      fallback: FontFallback.default(defaults.fallback),
    })
    .prefault({});
}

const WorkoutIcon = z.discriminatedUnion('type', [
  z.object({ type: z.literal('icon'), value: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+){0,5}$/, 'Not an icon name') }),
  z.object({
    type: z.literal('emoji'),
    value: z.string().max(longestEmoji).refine(isOneEmoji, 'Not an emoji'),
  }),
  z.object({ type: z.literal('image'), value: UploadedImage }),
]);

const { colors, typography, assets } = defaultTheme;

export const ThemeConfig = z
  .object({
    colors: z
      .object({
        primary: Color.default(colors.primary),
        secondary: Color.default(colors.secondary),
        border: Color.default(colors.border),
        background: colorTable(colors.background),
        text: colorTable(colors.text),
        workoutTypes: z
          .object({
            cardio: colorTable(colors.workoutTypes.cardio),
            strength: colorTable(colors.workoutTypes.strength),
            classes: colorTable(colors.workoutTypes.classes),
            flexibility: colorTable(colors.workoutTypes.flexibility),
            sports: colorTable(colors.workoutTypes.sports),
          })
          .prefault({}),
        status: colorTable(colors.status),
        calendar: colorTable(colors.calendar),
      })
      .prefault({}),
    typography: z
      .object({
        fontFamilies: z
          .object({
            heading: font(typography.fontFamilies.heading),
            body: font(typography.fontFamilies.body),
          })
          .prefault({}),
      })
      .prefault({}),
    assets: z
      .object({
        logo: z
          .object({
            url: UploadedImage.nullable().default(null),
            height: z
              .number()
              .int()
              .min(themeLimits.logoHeight.least)
              .max(themeLimits.logoHeight.most)
              .default(assets.logo.height),
          })
          .prefault({}),
        favicon: z.object({ url: UploadedImage.nullable().default(null) }).prefault({}),
        workoutIcons: z
          .object({
            cardio: WorkoutIcon.default(assets.workoutIcons.cardio),
            strength: WorkoutIcon.default(assets.workoutIcons.strength),
            classes: WorkoutIcon.default(assets.workoutIcons.classes),
            flexibility: WorkoutIcon.default(assets.workoutIcons.flexibility),
            sports: WorkoutIcon.default(assets.workoutIcons.sports),
          })
          .prefault({}),
      })
      .prefault({}),
    overrides: z
      .record(z.string().regex(/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*){0,4}$/), Color)
      .refine((overrides) => Object.keys(overrides).length <= 60, 'Too many overrides')
      .default({})
      .describe('Derived colors the gym replaces, by the name of the token.'),
  })
  .meta({ id: 'ThemeConfig' });
export type ThemeConfig = z.output<typeof ThemeConfig>;

type WrittenTheme = z.input<typeof ThemeConfig>;

/** A theme as clients send it: plain, as JSON text, or inside `theme_config`; missing values take the default. */
export const ThemeInput = z.preprocess(
  (given: WrittenTheme | string | { theme_config: WrittenTheme | string }) => unwrapTheme(given),
  ThemeConfig,
);

/** Unwraps a theme from JSON text or `theme_config`, up to three layers deep. */
function unwrapTheme(given: unknown): unknown {
  let theme = given;
  for (let layer = 0; layer < 4; layer++) {
    if (typeof theme === 'string') theme = parseJson(theme);
    else if (typeof theme === 'object' && theme !== null && 'theme_config' in theme) theme = theme.theme_config;
    else break;
  }
  return theme;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
