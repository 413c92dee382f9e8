import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { onColor } from '@spotter/contract/theme/contrast.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import { versionOf } from '#platform/versions.ts';
import { readOrganization, readThemeAt, type ThemeOwner } from './organizations.repo.ts';
import { readTheme } from './theme/themes.service.ts';

/** The active organization and its theme, or null. */
export async function findOrganization(db: Db, organizationId: string) {
  const row = await readOrganization(db, organizationId);
  if (!row) return null;
  const { config, ...organization } = row;
  return { organization, theme: readTheme(row.white_label_enabled ? config : null) };
}

export async function getOrganizationTheme(db: Db, organizationId: string) {
  const found = await findOrganization(db, organizationId);
  if (!found?.organization.is_active) throw fail('organization_not_found');
  const { organization, theme } = found;
  return {
    organization_id: organization.id,
    organization_name: organization.name,
    theme,
    version: versionOf(theme),
  };
}

/** The app's theme: the location's own, the organization's, or Spotter's for members without a gym. */
export async function getGymConfig(db: Db, organizationId: string | null, place?: ThemeOwner) {
  const found = organizationId && (await findOrganization(db, organizationId));
  if (!found) return { organization: null, theme: readTheme(null) };
  const own = place && found.organization.white_label_enabled && (await readThemeAt(db, found.organization.id, place));
  return own ? { ...found, theme: readTheme(own.config) } : found;
}

/** The brand a mail is sent in. */
export async function mailBrandOf(db: Db, organizationId: string | null, publicUrl: string) {
  const { organization, theme } = await getGymConfig(db, organizationId);
  return mailBrand(organization?.name ?? 'Spotter', theme, publicUrl);
}

export function mailBrand(name: string, { colors, assets }: ThemeConfig, publicUrl: string) {
  const primary = colors.primary.slice(0, 7);
  const logo = assets.logo.url;
  return {
    name: withoutLinks(name),
    primary,
    onPrimary: onColor(primary),
    logoUrl: logo && new URL(logo, publicUrl).href,
    logoBackground: colors.background.main.slice(0, 7),
  };
}

/** What a picture or a print of the organization is drawn with: its name, its colors, and its logo if it has one. */
export async function brandOf(db: Db, files: FileStore, organizationId: string, gymId: string | null = null) {
  const { organization, theme } = await getGymConfig(db, organizationId, gymId ? { gymId } : undefined);
  const name = organization?.white_label_enabled ? organization.name : 'Spotter';
  return { name, colors: theme.colors, logo: await uploadedImage(files, theme.assets.logo.url) };
}

/** An uploaded image's content, from its address in a theme. */
export async function uploadedImage(files: FileStore, url: string | null): Promise<Buffer | null> {
  const key = /^\/files\/([\w.]+)$/.exec(url ?? '')?.[1];
  return (key && (await files.get(key))?.body) || null;
}
