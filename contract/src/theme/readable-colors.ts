import { contrast } from './color-math.ts';
import { type ColorPath, type Colors, colorAt, withColor } from './color-paths.ts';
import { colorTokens, statusNames } from './color-tokens.ts';
import { AA_TEXT } from './contrast.ts';
import { drawnOn, drawnTexts } from './drawn-pairs.ts';
import { workoutKinds } from './theme-default.ts';

/** The token that shows each color of a theme. Lines and disabled text, which no rule needs readable, are left out. */
const shownAs: ReadonlyMap<ColorPath, string> = new Map([
  ['background.main', 'bg-main'],
  ['background.secondary', 'bg-secondary'],
  ['background.secondaryHover', 'bg-secondary-hover'],
  ['calendar.overflow', 'calendar-overflow'],
  ['calendar.overflowHover', 'calendar-overflow-hover'],
  ['text.primary', 'text-primary'],
  ['text.secondary', 'text-secondary'],
  ['text.tertiary', 'text-tertiary'],
  ['text.inverse', 'on-primary'],
  ['calendar.timeLabel', 'calendar-time-label'],
  ['primary', 'primary'],
  ['secondary', 'secondary'],
  ...statusNames.map((name) => [`status.${name}`, `status-${name}`] as const),
  ...workoutKinds.flatMap((kind) =>
    ['bg', 'text', 'accent'].map((part) => [`workoutTypes.${kind}.${part}`, `workout-${kind}-${part}`] as const),
  ),
]);

/** Whose color a token is a shade of, for words about a pair. */
function pathOf(token: string): ColorPath {
  for (const [path, shown] of shownAs) if (shown === token) return path;
  const [, kind] = /^workout-(\w+)-title$/.exec(token) ?? [];
  if (kind) return 'text.primary';
  if (token.startsWith('on-') || token === 'text-inverse') return 'text.inverse';
  if (token === 'calendar-overflow-text') return 'text.primary';
  const [, status] = /^status-(\w+)/.exec(token) ?? [];
  if (status) return `status.${status}`;
  if (token.startsWith('primary')) return 'primary';
  if (token.startsWith('secondary')) return 'secondary';
  return token.startsWith('bg-secondary-hover') ? 'background.secondaryHover' : 'background.secondary';
}

export type Verdict = {
  /** The contrast of the hardest pair that the app draws with this color, and the other color of that pair. */
  ratio: number;
  with: ColorPath;
  passes: boolean;
  /** What the app shows instead of a color that is hard to read. */
  shown: string;
};

/** How readable the colors of a theme are where the app draws them. A color that never meets text has no verdict. */
export function verdictsOf(colors: Colors, overrides: Record<string, string> = {}): Map<ColorPath, Verdict> {
  const tokens = colorTokens(colors, overrides);
  const shownBy = (token: string) => tokens[`--color-${token}`];
  const verdicts = new Map<ColorPath, Verdict>();
  const judge = (own: string, other: string) => {
    const path = pathOf(own);
    const [shown, against] = [shownBy(own), shownBy(other)];
    // Text in a shade that the app chooses itself is no fault of the color's.
    if (!shown || !against || shownAs.get(path) !== own) return;
    const ratio = contrast(colorAt(colors, path), against);
    const worst = verdicts.get(path);
    if (!worst || ratio < worst.ratio)
      verdicts.set(path, { ratio, with: pathOf(other), passes: ratio >= AA_TEXT, shown });
  };
  for (const text of drawnTexts)
    for (const ground of drawnOn(text)) {
      judge(text, ground);
      judge(ground, text);
    }
  return verdicts;
}

/** The theme with each color that is hard to read, and lines as loud as text, replaced by what the app shows instead. */
export function readableColors(colors: Colors, overrides: Record<string, string> = {}): Colors {
  const tokens = colorTokens(colors, overrides);
  let readable = withColor(colors, 'border', tokens['--color-border']!);
  readable = withColor(readable, 'calendar.gridLine', tokens['--color-calendar-grid-line']!);
  for (const [path, { passes, shown }] of verdictsOf(colors, overrides))
    if (!passes) readable = withColor(readable, path, shown);
  return readable;
}
