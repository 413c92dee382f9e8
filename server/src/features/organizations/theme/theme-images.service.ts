import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { defaultTheme, type WorkoutKind, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { readOwnFileKeys } from './assets.repo.ts';

const workoutImages = ({ workoutIcons }: ThemeConfig['assets']): [kind: WorkoutKind, url: string][] =>
  workoutKinds.flatMap((kind) => {
    const { type, value } = workoutIcons[kind];
    return type === 'image' ? [[kind, value]] : [];
  });

/** The uploaded images of a theme, by the name of the value that shows them. */
function imagesOf({ assets }: ThemeConfig): [field: string, url: string][] {
  const fixed = [
    ['assets.logo.url', assets.logo.url],
    ['assets.favicon.url', assets.favicon.url],
  ] as const;
  return [
    ...fixed.flatMap(([field, url]) => (url ? [[field, url] as [string, string]] : [])),
    ...workoutImages(assets).map(([kind, url]) => [`assets.workoutIcons.${kind}`, url] as [string, string]),
  ];
}

export const usesImage = (theme: ThemeConfig, url: string) => imagesOf(theme).some(([, used]) => used === url);

/** The theme with the default in the place of one image. */
export function withoutImage(theme: ThemeConfig, url: string): ThemeConfig {
  const { logo, favicon } = theme.assets;
  const workoutIcons = { ...theme.assets.workoutIcons };
  for (const [kind, used] of workoutImages(theme.assets))
    if (used === url) workoutIcons[kind] = { ...defaultTheme.assets.workoutIcons[kind] };
  return {
    ...theme,
    assets: {
      logo: logo.url === url ? { ...logo, url: null } : logo,
      favicon: favicon.url === url ? { url: null } : favicon,
      workoutIcons,
    },
  };
}

/** Throws unless every image of the theme was uploaded for this organization. */
export async function refuseStrangeImages(tx: Db, organizationId: string, theme: ThemeConfig): Promise<void> {
  const wanted = imagesOf(theme);
  if (wanted.length === 0) return;
  const keys = wanted.map(([, url]) => url.replace('/files/', ''));
  const own = await readOwnFileKeys(tx, organizationId, keys);
  const known = new Set(own.map((key) => `/files/${key}`));
  const strange = wanted.filter(([, url]) => !known.has(url));
  if (strange.length > 0)
    throw fail('validation_failed', {
      details: Object.fromEntries(strange.map(([field]) => [field, ['Upload this image again']])),
    });
}
