import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import type { InsertObject, Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { statement } from '#platform/db/statement.ts';

/** SQL for the look of a gym that shows a saved theme of its own. */
export const brandingSql = (gym: string) => `coalesce((select jsonb_strip_nulls(jsonb_build_object(
    'primary', t.config #> '{colors,primary}', 'logo_url', t.config #> '{assets,logo,url}'))
  from saved_themes t where t.organization_id = ${gym}.organization_id and t.id = ${gym}.theme_id
    and exists (select from organizations o where o.id = ${gym}.organization_id and o.white_label_enabled)), '{}')`;

/** SQL for a gym in the contract's shape, from a row of `gyms`. */
export const gymJsonSql = (gym: string) => `json_build_object('id', ${gym}.id, 'name', ${gym}.name,
  'branding', ${brandingSql(gym)}, 'organization_id', ${gym}.organization_id, 'timezone', ${gym}.timezone,
  'address', ${gym}.address)`;

const accessibleStatement = statement('list-accessible-gyms', { organizationId: 'uuid', gymIds: 'uuid[]?' })<{
  gym: Gym;
}>(
  `select ${gymJsonSql('g')} as gym from gyms g
   where g.organization_id = $organizationId and g.is_active and ($gymIds is null or g.id = any($gymIds)) order by g.name_order`,
);

/** The gyms of an organization among the given ones, or all of them. */
export const readAccessibleGyms = async (
  read: Read,
  asked: { organizationId: string; gymIds: readonly string[] | null },
) => (await read(accessibleStatement, asked)).map(({ gym }) => gym);

export async function insertGym(tx: Db, row: InsertObject<DB, 'gyms'>): Promise<void> {
  await tx.insertInto('gyms').values(row).execute();
}

/** Changing nothing is fine too. */
export async function changeGym(
  tx: Db,
  organizationId: string,
  id: string,
  changes: Updateable<DB['gyms']>,
): Promise<void> {
  await tx
    .updateTable('gyms')
    .set({ ...changes, organization_id: organizationId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
