import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

export type AssetRow = {
  id: string;
  asset_type: string;
  workout_type: string | null;
  file_key: string;
  width: number;
  height: number;
  content_type: string;
  bytes: number;
  created_at: Date;
};

const ofType = `from assets a join files f on f.organization_id = a.organization_id and f.key = a.file_key
  where a.organization_id = $organizationId and ($type is null or a.asset_type = $type)`;
const typeValues = { organizationId: 'uuid', type: 'text?' } as const;

const countStatement = statement('count-assets', typeValues)<{ count: number }>(`select count(*) as count ${ofType}`);

/** Of one type, or of all. */
export async function countAssets(db: Db, organizationId: string, type: string | undefined): Promise<number> {
  const [counted] = await run(db, countStatement, { organizationId, type: type ?? null });
  return counted!.count;
}

const pageStatement = statement('assets', { ...typeValues, size: 'int', offset: 'int' })<AssetRow>(
  `select a.id, a.asset_type, a.workout_type, a.file_key, a.width, a.height, f.content_type, f.bytes, a.created_at
  ${ofType} order by a.created_at desc, a.id desc limit $size offset $offset`,
);

/** Of one type, or of all; the newest first. */
export const readAssets = (
  db: Db,
  organizationId: string,
  { type, ...page }: { type: string | undefined; size: number; offset: number },
): Promise<AssetRow[]> => run(db, pageStatement, { organizationId, type: type ?? null, ...page });

export const readAsset = (db: Db, organizationId: string, id: string) =>
  db
    .selectFrom('assets')
    .select(['asset_type', 'workout_type', 'file_key'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertAsset = (tx: Db, row: InsertObject<DB, 'assets'>) =>
  tx.insertInto('assets').values(row).returningAll().executeTakeFirstOrThrow();

export async function removeAsset(tx: Db, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('assets').where('organization_id', '=', organizationId).where('id', '=', id).execute();
}

/** Which of these files were uploaded for the organization. */
export async function readOwnFileKeys(tx: Db, organizationId: string, keys: string[]): Promise<string[]> {
  const own = await tx
    .selectFrom('assets')
    .select('file_key')
    .where('organization_id', '=', organizationId)
    .where('file_key', 'in', keys)
    .execute();
  return own.map(({ file_key }) => file_key);
}
