import type { ThemeConfig } from './theme.ts';

export type Colors = ThemeConfig['colors'];

/** A color's place in a theme, such as `text.primary` or `workoutTypes.cardio.bg`. */
export type ColorPath = string;

export function colorAt(colors: Colors, path: ColorPath): string {
  const [first = '', second, third] = namesIn(path);
  let found = (colors as Record<string, unknown>)[first];
  if (second) found = (found as Record<string, unknown>)[second];
  if (third) found = (found as Record<string, unknown>)[third];
  return found as string;
}

const split = new Map<ColorPath, readonly string[]>();
/** Split once: a theme is judged with every step of a color picker. */
function namesIn(path: ColorPath): readonly string[] {
  const known = split.get(path) ?? path.split('.');
  split.set(path, known);
  return known;
}

export function withColor(colors: Colors, path: ColorPath, color: string): Colors {
  const [first = '', ...rest] = path.split('.');
  const set = (branch: Record<string, unknown>, [name = '', ...names]: string[]): Record<string, unknown> => ({
    ...branch,
    [name]: names.length === 0 ? color : set(branch[name] as Record<string, unknown>, names),
  });
  return set(colors as unknown as Record<string, unknown>, [first, ...rest]) as unknown as Colors;
}
