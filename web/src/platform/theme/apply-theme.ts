import { isDark, themeTokens } from './derive.ts';
import { loadFont } from './fonts.ts';
import { setFavicon, setThemeColor } from './page-head.ts';
import type { Theme } from './theme.ts';

/** Writes the theme's tokens on an element, one property at a time and never as CSS text. */
export function setThemeTokens(element: HTMLElement, theme: Theme): void {
  for (const [name, value] of Object.entries(themeTokens(theme))) element.style.setProperty(name, value);
  element.style.setProperty('color-scheme', isDark(theme.colors.background.main) ? 'dark' : 'light');
}

/** Applies a theme to the whole page: tokens, scheme, browser chrome, fonts and favicon. */
export function applyTheme(theme: Theme): void {
  setThemeTokens(document.documentElement, theme);
  setThemeColor(theme.colors.background.main);
  loadFont(theme.typography.fontFamilies.heading);
  loadFont(theme.typography.fontFamilies.body);
  setFavicon(theme.assets.favicon.url);
}
