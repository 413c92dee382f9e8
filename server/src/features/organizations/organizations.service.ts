import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { onColor } from './brand-color.ts';

/** A stored theme with defaults for missing values; an unreadable one becomes the default. */
const readTheme = (stored: unknown): ThemeConfig => {
  const parsed = ThemeConfig.safeParse(stored ?? {});
  return parsed.success ? parsed.data : ThemeConfig.parse({});
};

/** The active organization and its theme, or null. */
export async function findOrganization(db: Db, organizationId: string) {
  const row = await db
    .selectFrom('organizations as o')
    .leftJoin('organization_themes as t', 't.organization_id', 'o.id')
    .select(['o.id', 'o.name', 'o.is_active', 'o.white_label_enabled', 't.config'])
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
  if (!row) return null;
  const { config, ...organization } = row;
  return { organization, theme: readTheme(row.white_label_enabled ? config : null) };
}

export async function getOrganizationTheme(db: Db, organizationId: string) {
  const found = await findOrganization(db, organizationId);
  if (!found?.organization.is_active) throw fail('organization_not_found');
  return { organization_id: found.organization.id, organization_name: found.organization.name, theme: found.theme };
}

/** The app's theme: the organization's, or Spotter's for members without a gym. */
export async function getGymConfig(db: Db, organizationId: string | null) {
  return (
    (organizationId && (await findOrganization(db, organizationId))) || { organization: null, theme: readTheme(null) }
  );
}

/** The brand a mail is sent in. */
export async function mailBrandOf(db: Db, organizationId: string | null, publicUrl: string) {
  const { organization, theme } = await getGymConfig(db, organizationId);
  const { primary } = theme.colors;
  const logo = theme.assets.logo.url;
  return {
    name: organization?.name ?? 'Spotter',
    primary,
    onPrimary: onColor(primary),
    logoUrl: logo && new URL(logo, publicUrl).href,
  };
}
