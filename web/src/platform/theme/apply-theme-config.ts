import { isDark } from '@spotter/contract/theme/color-tokens.ts';
import { applyTheme, setThemeTokens } from './apply-theme.ts';
import { readTheme } from './read-theme.ts';
import type { Theme } from './theme.ts';

export type AppliedTheme = { theme: Theme; dark: boolean };

/** Reads a theme config and applies it to the page. Loaded only if a gym has its own theme. */
export function applyThemeConfig(config: unknown): AppliedTheme {
  const theme = readTheme(config);
  applyTheme(theme);
  return { theme, dark: isDark(theme.colors.background.main) };
}

/** Only the tokens, before the app is drawn, so that the page isn't styled twice. */
export const applyThemeTokens = (config: unknown): void => setThemeTokens(document.documentElement, readTheme(config));
