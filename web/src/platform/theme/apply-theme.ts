import { isDark } from '@spotter/contract/theme/color-tokens.ts';
import { themeTokens } from './derive.ts';
import { loadFont } from './fonts.ts';
import { setFavicon, setThemeColor } from './page-head.ts';
import { readTheme } from './read-theme.ts';
import type { Theme } from './theme.ts';

/**
 * Writes the theme's tokens on an element, one property at a time and never as CSS text. Unchanged values are skipped,
 * because each write makes the browser style the whole page again.
 */
export function setThemeTokens({ style }: HTMLElement, theme: Theme): void {
  const scheme = isDark(theme.colors.background.main) ? 'dark' : 'light';
  for (const [name, value] of Object.entries({ ...themeTokens(theme), 'color-scheme': scheme }))
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

let shown: Theme | null = null;

/** Paper is white, and printers leave backgrounds out: a dark theme is printed with dark text on white. */
function printOnPaper(): void {
  const root = document.documentElement;
  addEventListener('beforeprint', () => {
    if (!shown || root.style.colorScheme !== 'dark') return;
    const { primary, secondary } = shown.colors;
    setThemeTokens(root, readTheme({ typography: shown.typography, colors: { primary, secondary } }));
  });
  addEventListener('afterprint', () => {
    if (shown && root.style.colorScheme === 'light') setThemeTokens(root, shown);
  });
}

/** Applies a theme to the whole page: tokens, scheme, browser chrome, fonts and favicon. */
export function applyTheme(theme: Theme): void {
  if (!shown) printOnPaper();
  shown = theme;
  setThemeTokens(document.documentElement, theme);
  setThemeColor(theme.colors.background.main);
  loadFont(theme.typography.fontFamilies.heading);
  loadFont(theme.typography.fontFamilies.body);
  setFavicon(theme.assets.favicon.url);
}
