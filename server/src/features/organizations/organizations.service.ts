import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { onColor } from './brand-color.ts';

/** A stored theme with every missing value filled in; one that can no longer be read gives way to the default. */
const readTheme = (stored: unknown): ThemeConfig => {
  const parsed = ThemeConfig.safeParse(stored ?? {});
  return parsed.success ? parsed.data : ThemeConfig.parse({});
};

/** The organization and its theme, or null when there is no such active organization. */
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

/** What the app is themed in: the organization's own look, or Spotter's for somebody without a gym. */
export async function getGymConfig(db: Db, organizationId: string | null) {
  return (
    (organizationId && (await findOrganization(db, organizationId))) || { organization: null, theme: readTheme(null) }
  );
}

/** In whose name a mail goes out. */
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
