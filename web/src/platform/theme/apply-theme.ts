import { isDark, themeTokens } from './derive.ts';
import { loadFont } from './fonts.ts';
import type { Theme } from './theme.ts';

/** Writes the theme's tokens on an element. Values are set one by one, never built into CSS text. */
export function setThemeTokens(element: HTMLElement, theme: Theme): void {
  for (const [name, value] of Object.entries(themeTokens(theme))) element.style.setProperty(name, value);
  element.style.setProperty('color-scheme', isDark(theme.colors.background.main) ? 'dark' : 'light');
  element.dataset.scheme = isDark(theme.colors.background.main) ? 'dark' : 'light';
}

function headElement<K extends 'meta' | 'link'>(tag: K, selector: string, name: string, value: string) {
  const found = document.head.querySelector<HTMLElementTagNameMap[K]>(`${tag}[${selector}]`);
  if (found) return found;
  const made = document.createElement(tag);
  made.setAttribute(name, value);
  document.head.append(made);
  return made;
}

let ownFavicon: string | null = null;

function setFavicon(url: string | null): void {
  const link = headElement('link', 'rel="icon"', 'rel', 'icon') as HTMLLinkElement;
  ownFavicon ??= link.getAttribute('href') ?? '';
  if (!url) {
    if (link.getAttribute('href') !== ownFavicon) link.setAttribute('href', ownFavicon);
    return;
  }
  // A time stamp, because browsers keep an old favicon under an unchanged address.
  link.removeAttribute('type');
  link.href = `${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}`;
}

/** Dresses the whole page: tokens, scheme, browser chrome, fonts and favicon. */
export function applyTheme(theme: Theme): void {
  setThemeTokens(document.documentElement, theme);
  const chrome = headElement('meta', 'name="theme-color"', 'name', 'theme-color') as HTMLMetaElement;
  chrome.content = theme.colors.background.main;
  loadFont(theme.fonts.heading);
  loadFont(theme.fonts.body);
  setFavicon(theme.favicon);
}
