import { inkFor, mix, readColor } from './colors.ts';
import { defaultTheme } from './default-theme.ts';
import { isDark, tintedBorder } from './derive.ts';
import { readFont } from './fonts.ts';
import { type Theme, type ThemeColors, WORKOUT_TYPES, type WorkoutColors } from './theme.ts';

type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const bag = (value: unknown): Bag => (isBag(value) ? value : {});

/** Servers have sent themes as JSON text and wrapped in `theme_config` or `theme`; all of them are read. */
function unwrap(input: unknown, depth = 0): Bag {
  if (depth > 4) return {};
  if (typeof input === 'string') {
    try {
      return unwrap(JSON.parse(input), depth + 1);
    } catch {
      return {};
    }
  }
  if (!isBag(input)) return {};
  if (input.colors !== undefined || input.typography !== undefined || input.assets !== undefined) return input;
  const inner = input.theme_config ?? input.theme;
  return inner === undefined || inner === null ? input : unwrap(inner, depth + 1);
}

function merge(base: Bag, over: Bag): Bag {
  const merged: Bag = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (key === '__proto__') continue;
    merged[key] = isBag(value) && isBag(merged[key]) ? merge(bag(merged[key]), value) : value;
  }
  return merged;
}

function readColors(source: Bag): ThemeColors {
  const given = { background: bag(source.background), text: bag(source.text), types: bag(source.workoutTypes) };
  const fallback = defaultTheme.colors;
  const main = readColor(given.background.main) ?? fallback.background.main;
  const pick = (value: unknown, otherwise: string) => readColor(value, main) ?? otherwise;

  // The defaults belong to a light page: on a dark one the gaps are filled from the page itself.
  const dark = isDark(main);
  const ink = inkFor(main);
  const shade = (share: number, otherwise: string) => (dark ? mix(main, ink, share) : otherwise);

  const text = Object.fromEntries(
    Object.entries(fallback.text).map(([name, color]) => [name, pick(given.text[name], color)]),
  ) as ThemeColors['text'];
  if (dark && !given.text.disabled) text.disabled = mix(main, ink, 0.4);

  const workoutTypes = Object.fromEntries(
    WORKOUT_TYPES.map((type) => {
      const own = bag(given.types[type]);
      const preset = fallback.workoutTypes[type];
      const accent = pick(own.accent, preset.accent);
      const onDark: WorkoutColors = {
        bg: mix(main, accent, 0.18),
        border: mix(main, accent, 0.4),
        text: mix(accent, ink, 0.55),
        accent,
      };
      const gap = dark ? onDark : preset;
      return [
        type,
        { bg: pick(own.bg, gap.bg), border: pick(own.border, gap.border), text: pick(own.text, gap.text), accent },
      ];
    }),
  ) as ThemeColors['workoutTypes'];

  const status = bag(source.status);
  const calendar = bag(source.calendar);
  return {
    primary: pick(source.primary, fallback.primary),
    secondary: pick(source.secondary, shade(0.16, fallback.secondary)),
    border: pick(source.border, dark ? tintedBorder(main, ink) : fallback.border),
    background: {
      main,
      secondary: pick(given.background.secondary, shade(0.05, fallback.background.secondary)),
      secondaryHover: pick(given.background.secondaryHover, shade(0.09, fallback.background.secondaryHover)),
    },
    text,
    workoutTypes,
    status: {
      success: pick(status.success, fallback.status.success),
      warning: pick(status.warning, fallback.status.warning),
      error: pick(status.error, fallback.status.error),
      info: pick(status.info, fallback.status.info),
    },
    calendar: {
      gridLine: pick(calendar.gridLine, shade(0.08, fallback.calendar.gridLine)),
      currentTime: pick(calendar.currentTime, fallback.calendar.currentTime),
      overflow: pick(calendar.overflow, shade(0.09, fallback.calendar.overflow)),
      overflowHover: pick(calendar.overflowHover, shade(0.14, fallback.calendar.overflowHover)),
      timeLabel: pick(calendar.timeLabel, shade(0.6, fallback.calendar.timeLabel)),
    },
  };
}

/** Only our own uploads and https pictures; never a script or data address. */
export function readAssetUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  if (/^\/(?![/\\])/.test(value)) return value;
  try {
    return new URL(value).protocol === 'https:' ? value : null;
  } catch {
    return null;
  }
}

function readHeight(value: unknown): number {
  const height = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof height === 'number' && Number.isFinite(height) ? Math.min(96, Math.max(16, height)) : 32;
}

/** Reads a theme config in any form the server has ever sent it; what is missing or wrong falls back to the default. */
export function readTheme(input: unknown): Theme {
  const unwrapped = unwrap(input);
  const source = merge(unwrapped, bag(unwrapped.overrides));
  const families = bag(bag(source.typography).fontFamilies);
  const assets = bag(source.assets);
  const logoUrl = readAssetUrl(bag(assets.logo).url);
  const icons = bag(assets.workoutIcons);
  const workoutIcons: Theme['workoutIcons'] = {};
  for (const type of WORKOUT_TYPES) {
    const icon = bag(icons[type]);
    if (typeof icon.type === 'string' && typeof icon.value === 'string')
      workoutIcons[type] = { type: icon.type, value: icon.value };
  }
  return {
    colors: readColors(bag(source.colors)),
    fonts: {
      heading: readFont(families.heading, defaultTheme.fonts.heading),
      body: readFont(families.body, defaultTheme.fonts.body),
    },
    logo: logoUrl ? { url: logoUrl, height: readHeight(bag(assets.logo).height) } : null,
    favicon: readAssetUrl(bag(assets.favicon).url),
    workoutIcons,
  };
}
