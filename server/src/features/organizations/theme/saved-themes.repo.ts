import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { SavedThemes } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

export type SavedThemeRow = Selectable<SavedThemes>;

const savedThemes = (db: Db, organizationId: string) =>
  db.selectFrom('saved_themes').where('organization_id', '=', organizationId);

const countStatement = statement('count-saved-themes', { organizationId: 'uuid' })<{ count: number }>(
  'select count(*) as count from saved_themes where organization_id = $organizationId',
);

export async function countSavedThemes(db: Db, organizationId: string): Promise<number> {
  const [counted] = await run(db, countStatement, { organizationId });
  return counted!.count;
}

/** The newest first. */
export const readSavedThemes = (
  db: Db,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SavedThemeRow[]> =>
  savedThemes(db, organizationId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export type SavedThemeKey = { id: string; themeId: string };

export const readSavedTheme = (db: Db, { id, themeId }: SavedThemeKey): Promise<SavedThemeRow | undefined> =>
  savedThemes(db, id).selectAll().where('id', '=', themeId).executeTakeFirst();

export const lockSavedTheme = (tx: Db, { id, themeId }: SavedThemeKey): Promise<SavedThemeRow | undefined> =>
  savedThemes(tx, id).selectAll().where('id', '=', themeId).forUpdate().executeTakeFirst();

type NewSavedTheme = { organization_id: string; id: string; name: string; theme: ThemeConfig; created_by: string };

export const insertSavedTheme = (tx: Db, { theme, ...row }: NewSavedTheme): Promise<SavedThemeRow> =>
  tx
    .insertInto('saved_themes')
    .values({ ...row, config: JSON.stringify(theme) })
    .returningAll()
    .executeTakeFirstOrThrow();

type Changes = { name?: string | undefined; theme?: ThemeConfig | undefined };

export const changeSavedTheme = (
  tx: Db,
  { id, themeId }: SavedThemeKey,
  { name, theme }: Changes,
): Promise<SavedThemeRow> =>
  tx
    .updateTable('saved_themes')
    .set({ ...(name !== undefined && { name }), ...(theme && { config: JSON.stringify(theme) }) })
    .where('organization_id', '=', id)
    .where('id', '=', themeId)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeSavedTheme(tx: Db, { id, themeId }: SavedThemeKey): Promise<void> {
  await tx.deleteFrom('saved_themes').where('organization_id', '=', id).where('id', '=', themeId).execute();
}

/** Whether a location wears it. */
export async function isWorn(tx: Db, { id, themeId }: SavedThemeKey): Promise<boolean> {
  const wearer = await tx
    .selectFrom('gyms')
    .select('id')
    .where('organization_id', '=', id)
    .where('theme_id', '=', themeId)
    .executeTakeFirst();
  return wearer !== undefined;
}

export const readAllSavedThemes = (tx: Db, organizationId: string) =>
  savedThemes(tx, organizationId).select(['id', 'name', 'config']).execute();
