import { lastOrganization } from './last-organization.ts';

/** The parts of the document head that a theme changes. */

const find = <E extends HTMLElement>(selector: string) => document.head.querySelector<E>(selector);

export function setThemeColor(color: string): void {
  let meta = find<HTMLMetaElement>('meta[name="theme-color"]');
  if (!meta) {
    meta = document.createElement('meta');
    meta.name = 'theme-color';
    document.head.append(meta);
  }
  meta.content = color;
}

let ownFavicon: string | null = null;

/** Adds a time stamp, because browsers cache a favicon by its address. Null restores our own. */
export function setFavicon(url: string | null): void {
  let link = find<HTMLLinkElement>('link[rel="icon"]');
  if (!link) {
    link = document.createElement('link');
    link.rel = 'icon';
    document.head.append(link);
  }
  ownFavicon ??= link.getAttribute('href') ?? '';
  const wanted = url ? `${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}` : ownFavicon;
  if (url) link.removeAttribute('type');
  if (link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}

const homeScreenLinks = [
  ['manifest', 'manifest.webmanifest'],
  ['apple-touch-icon', 'icon-180.png'],
] as const;
const ownLinks = new Map<string, string>();

/**
 * What a phone uses for its home screen: the gym's name, colors and icon. Null restores those of the device's last gym, so
 * that signing out doesn't rename an installed app, or else our own.
 */
export function setBrandHead(shown: string | null): void {
  const organizationId = shown ?? lastOrganization.read()?.id ?? null;
  for (const [rel, file] of homeScreenLinks) {
    const link = find<HTMLLinkElement>(`link[rel="${rel}"]`);
    if (!link) continue;
    const own = ownLinks.get(rel) ?? link.getAttribute('href') ?? '';
    ownLinks.set(rel, own);
    const wanted = organizationId ? `/brand/${organizationId}/${file}` : own;
    if (link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
  }
  setAppleSplash(organizationId);
}

/** Only Apple's phones ask a page for the picture that shows while the installed app starts. */
function setAppleSplash(organizationId: string | null): void {
  if (!('standalone' in navigator)) return;
  find('link[rel="apple-touch-startup-image"]')?.remove();
  if (!organizationId) return;
  const { width, height } = window.screen;
  const ratio = window.devicePixelRatio;
  const size = `${Math.min(width, height) * ratio}x${Math.max(width, height) * ratio}`;
  const link = document.createElement('link');
  link.rel = 'apple-touch-startup-image';
  link.href = `/brand/${organizationId}/splash-${size}.png`;
  document.head.append(link);
}
