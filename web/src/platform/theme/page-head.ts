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

/** What a phone uses for its home screen: the gym's name, colors and icon. Null restores our own. */
const homeScreenLinks = [
  ['manifest', 'manifest.webmanifest'],
  ['apple-touch-icon', 'icon-180.png'],
] as const;
const ownLinks = new Map<string, string>();

export function setBrandHead(organizationId: string | null): void {
  for (const [rel, file] of homeScreenLinks) {
    const link = find<HTMLLinkElement>(`link[rel="${rel}"]`);
    if (!link) continue;
    const own = ownLinks.get(rel) ?? link.getAttribute('href') ?? '';
    ownLinks.set(rel, own);
    const wanted = organizationId ? `/brand/${organizationId}/${file}` : own;
    if (link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
  }
}
