import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';

const assets = (db: Db, organizationId: string) =>
  db
    .selectFrom('assets as a')
    .innerJoin('files as f', (on) =>
      on.onRef('f.organization_id', '=', 'a.organization_id').onRef('f.key', '=', 'a.file_key'),
    )
    .where('a.organization_id', '=', organizationId);

const columns = ['a.id', 'a.asset_type', 'a.workout_type', 'a.file_key', 'a.width', 'a.height'] as const;
const fileColumns = ['f.content_type', 'f.bytes', 'a.created_at'] as const;

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

const assetsOfType = (db: Db, organizationId: string, type: string | undefined) =>
  assets(db, organizationId).$if(type !== undefined, (rows) => rows.where('a.asset_type', '=', type!));

/** Of one type, or of all. */
export async function countAssets(db: Db, organizationId: string, type: string | undefined): Promise<number> {
  const { count } = await assetsOfType(db, organizationId, type)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of one type, or of all; the newest first. */
export const readAssets = (
  db: Db,
  organizationId: string,
  { type, limit, offset }: { type: string | undefined; limit: number; offset: number },
): Promise<AssetRow[]> =>
  assetsOfType(db, organizationId, type)
    .select([...columns, ...fileColumns])
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const readAsset = (db: Db, organizationId: string, id: string) =>
  assets(db, organizationId)
    .select([...columns])
    .where('a.id', '=', id)
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
