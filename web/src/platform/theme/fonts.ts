import { fontHosts } from '@spotter/contract/theme/theme-default.ts';
import type { ThemeFont } from './theme.ts';

const HOSTS: readonly string[] = fontHosts;

const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,63}$/u;

function readFontUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  try {
    const url = new URL(value);
    const allowed = url.protocol === 'https:' && HOSTS.includes(url.hostname) && !url.port && !url.username;
    return allowed ? url.href : null;
  } catch {
    return null;
  }
}

function readFallback(value: unknown, otherwise: string): string {
  if (typeof value !== 'string') return otherwise;
  const families = value.split(',').map((family) => family.trim().replace(/^["']|["']$/g, ''));
  if (families.length > 8 || !families.every((family) => FAMILY.test(family))) return otherwise;
  return families.map((family) => (family.includes(' ') ? `"${family}"` : family)).join(', ');
}

export function readFont(value: unknown, otherwise: ThemeFont): ThemeFont {
  if (typeof value !== 'object' || value === null) return otherwise;
  const given = value as Record<string, unknown>;
  const name = typeof given.name === 'string' ? given.name.trim() : '';
  if (!FAMILY.test(name)) return otherwise;
  return { name, url: readFontUrl(given.url), fallback: readFallback(given.fallback, otherwise.fallback) };
}

const loaded = new Set<string>();

function loadFile(name: string, url: string): void {
  const face = new FontFace(name, `url(${JSON.stringify(url)})`, { display: 'swap', weight: '100 900' });
  face.load().then(
    (ready) => document.fonts.add(ready),
    () => loaded.delete(url),
  );
}

/** A font of the app itself; any other name is on the device, or shows the fallback. */
async function loadBundled(name: string): Promise<void> {
  const { bundledFonts } = await import('./bundled-fonts.ts');
  const file = bundledFonts[name];
  if (!file || loaded.has(file)) return;
  loaded.add(file);
  loadFile(name, file);
}

/** Loads a theme's font once; the fallback shows until it is there. Inter is part of the page. */
export function loadFont({ name, url }: ThemeFont): void {
  if (!url) {
    // Offline the fallback stays.
    if (name !== 'Inter') loadBundled(name).catch(() => {});
    return;
  }
  if (loaded.has(url)) return;
  loaded.add(url);
  if (/\.(woff2?|ttf|otf)$/i.test(new URL(url).pathname)) {
    loadFile(name, url);
    return;
  }
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.addEventListener('error', () => loaded.delete(url));
  document.head.append(link);
}
