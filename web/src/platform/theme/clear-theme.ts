import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import { setFavicon, setThemeColor } from './page-head.ts';

/** Takes off whatever theme the page wears, back to the one of the style sheet. */
export function clearTheme(): void {
  const { style } = document.documentElement;
  for (const name of [...style]) if (/^--(color|font)-|^color-scheme$/.test(name)) style.removeProperty(name);
  setThemeColor(defaultTheme.colors.background.main);
  setFavicon(null);
}
