import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { Db } from '#platform/db/connect.ts';

/** As it is stored, which may be unreadable; undefined if there is none. */
export async function readPublishedTheme(tx: Db, organizationId: string): Promise<unknown> {
  const row = await tx
    .selectFrom('organization_themes')
    .select('config')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.config;
}

export async function replacePublishedTheme(tx: Db, organizationId: string, theme: ThemeConfig): Promise<void> {
  const config = JSON.stringify(theme);
  await tx
    .insertInto('organization_themes')
    .values({ organization_id: organizationId, config })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ config }))
    .execute();
}
