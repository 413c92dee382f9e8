import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import { setFavicon, setThemeColor } from './page-head.ts';

/** Removes any theme, back to the style sheet's default. */
export function clearTheme(): void {
  const { style } = document.documentElement;
  for (const name of [...style]) if (/^--(color|font)-|^color-scheme$/.test(name)) style.removeProperty(name);
  setThemeColor(defaultTheme.colors.background.main);
  setFavicon(null);
}
