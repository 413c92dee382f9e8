import { createHash } from 'node:crypto';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';

export type Brand = { id: string; name: string; theme: ThemeConfig };

/** The gym's app icon, if any: the favicon is already square. */
export const pictureOf = ({ assets }: ThemeConfig) => assets.favicon.url ?? assets.logo.url;

/** Changes with the look, so that a phone fetches changed pictures. */
export function lookVersion({ name, theme }: Brand): string {
  const { primary, background, text, workoutTypes } = theme.colors;
  const look = [name, primary, background.main, text.primary, workoutTypes, pictureOf(theme)];
  return createHash('sha256').update(JSON.stringify(look)).digest('base64url').slice(0, 10);
}

export const screenshots = {
  'screenshot-narrow.png': { width: 720, height: 1280, form_factor: 'narrow' },
  'screenshot-wide.png': { width: 1280, height: 720, form_factor: 'wide' },
} as const;

const LONGEST_SHORT_NAME = 12;

/** As many whole words as fit under an icon; a phone cuts one that is longer by itself. */
export function shortNameOf(name: string): string {
  const [first = name, ...others] = name.split(' ');
  let short = first;
  for (const word of others) {
    if (short.length + 1 + word.length > LONGEST_SHORT_NAME) break;
    short = `${short} ${word}`;
  }
  return short;
}

/** `id` and `scope` never change: the installed app stays the same one, whatever its name and icons become. */
export function manifestOf(brand: Brand) {
  const { name, theme } = brand;
  const address = (file: string) => `/brand/${brand.id}/${file}?v=${lookVersion(brand)}`;
  const icon = (size: number, file: string, purpose: string) => ({
    src: address(`${file}-${size}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    // The same app as Spotter's own manifest names (web/vite.config.ts), under the gym's name.
    id: '/app',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    name,
    short_name: shortNameOf(name),
    description: `Train together at ${name}.`,
    categories: ['fitness', 'health', 'social'],
    background_color: theme.colors.background.main.slice(0, 7),
    theme_color: theme.colors.primary.slice(0, 7),
    icons: [192, 512].flatMap((size) => [
      icon(size, 'icon', 'any'),
      icon(size, 'maskable', 'maskable'),
      icon(size, 'monochrome', 'monochrome'),
    ]),
    screenshots: Object.entries(screenshots).map(([file, { width, height, form_factor }]) => ({
      src: address(file),
      sizes: `${width}x${height}`,
      type: 'image/png',
      form_factor,
      label: `Sessions at ${name}`,
    })),
    shortcuts: [
      { name: 'Next session', url: '/app/next-session' },
      { name: 'Calendar', url: '/app/calendar' },
      { name: 'Messages', url: '/app?open=messages' },
    ],
    share_target: {
      action: '/app/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'photos', accept: ['image/png', 'image/jpeg', 'image/webp'] }],
      },
    },
  };
}
