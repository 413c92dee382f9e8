import { themeLimits } from '@spotter/contract/limits.ts';
import { mix } from '@spotter/contract/theme/color-math.ts';
import { derivedColors, isDark, tintedBorder } from '@spotter/contract/theme/color-tokens.ts';
import { onColor } from '@spotter/contract/theme/contrast.ts';
import { defaultTheme, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { readColor } from './colors.ts';
import { readFont } from './fonts.ts';
import type { Theme, ThemeColors, WorkoutColors, WorkoutIcon } from './theme.ts';

type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const bag = (value: unknown): Bag => (isBag(value) ? value : {});

/** Servers have sent themes as JSON text and wrapped in `theme_config` or `theme`; all forms are accepted. */
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

  // The defaults suit a light page; a dark one derives missing colors from its own.
  const dark = isDark(main);
  const ink = onColor(main);
  const shade = (share: number, otherwise: string) => (dark ? mix(main, ink, share) : otherwise);

  const text = Object.fromEntries(
    Object.entries(fallback.text).map(([name, color]) => [name, pick(given.text[name], color)]),
  ) as ThemeColors['text'];
  if (dark && !given.text.disabled) text.disabled = mix(main, ink, 0.4);

  const workoutTypes = Object.fromEntries(
    workoutKinds.map((type) => {
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

/** Turns `background.main: red` into `background: { main: red }`; overrides may use either form. */
function nested(flat: Bag): Bag {
  let tree: Bag = {};
  for (const [path, value] of Object.entries(flat)) {
    const branch = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    tree = merge(tree, bag(branch));
  }
  return tree;
}

/** Only our own uploads; never another site, a script or a data address. */
function readUpload(value: unknown): string | null {
  return typeof value === 'string' && value.length <= themeLimits.imageAddress && /^\/(?![/\\])/.test(value)
    ? value
    : null;
}

function readHeight(value: unknown): number {
  const { least, most } = themeLimits.logoHeight;
  const height = typeof value === 'string' ? Number.parseFloat(value) : value;
  const usable = typeof height === 'number' && Number.isFinite(height);
  return usable ? Math.min(most, Math.max(least, Math.round(height))) : defaultTheme.assets.logo.height;
}

function readIcon(value: unknown, otherwise: WorkoutIcon): WorkoutIcon {
  const { type, value: icon } = bag(value);
  if (typeof icon !== 'string' || icon.length > themeLimits.imageAddress) return otherwise;
  if (type === 'image') return readUpload(icon) ? { type, value: icon } : otherwise;
  return type === 'icon' || type === 'emoji' ? { type, value: icon } : otherwise;
}

/** Derived colors that the gym sets itself; those with the name of a theme's own color were merged into it above. */
function readOverrides(given: Bag): Record<string, string> {
  const known = Object.keys(derivedColors).map((name) => [name, readColor(given[name])] as const);
  return Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Reads a theme config in any form that servers have sent; missing or invalid values fall back to the default. */
export function readTheme(input: unknown): Theme {
  const source = unwrap(input);
  const overrides = nested(bag(source.overrides));
  const colors = merge(bag(source.colors), isBag(overrides.colors) ? overrides.colors : overrides);
  const families = bag(bag(source.typography).fontFamilies);
  const assets = bag(source.assets);
  const icons = bag(assets.workoutIcons);
  const { typography, assets: usual } = defaultTheme;
  return {
    colors: readColors(colors),
    typography: {
      fontFamilies: {
        heading: readFont(families.heading, typography.fontFamilies.heading),
        body: readFont(families.body, typography.fontFamilies.body),
      },
    },
    assets: {
      logo: { url: readUpload(bag(assets.logo).url), height: readHeight(bag(assets.logo).height) },
      favicon: { url: readUpload(bag(assets.favicon).url) },
      workoutIcons: Object.fromEntries(
        workoutKinds.map((kind) => [kind, readIcon(icons[kind], usual.workoutIcons[kind])]),
      ) as Theme['assets']['workoutIcons'],
    },
    overrides: readOverrides(bag(source.overrides)),
  };
}
