import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

export type Asset = { name: string; body: Buffer; brotli: Buffer | null };

/** Dates a build anew, or writes it with its files; only the newest builds stay. Two nodes of one build wait for each other. */
export const publishBuild = (db: Db, id: string, mostBuilds: number, readAssets: () => Promise<Asset[]>) =>
  db.transaction().execute(async (tx) => {
    const { isNew } = await tx
      .insertInto('web_builds')
      .values({ id })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ published_at: sql`now()` }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
    if (isNew)
      for (const asset of await readAssets())
        await tx
          .insertInto('web_assets')
          .values({ build_id: id, ...asset })
          .execute();
    const newest = tx.selectFrom('web_builds').select('id').orderBy('published_at', 'desc').limit(mostBuilds);
    await tx.deleteFrom('web_builds').where('id', 'not in', newest).execute();
  });

export async function readAssetNames(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('web_assets').select('name').distinct().execute();
  return new Set(rows.map(({ name }) => name));
}

export const readAsset = (db: Db, name: string): Promise<Asset | undefined> =>
  db.selectFrom('web_assets').select(['name', 'body', 'brotli']).where('name', '=', name).limit(1).executeTakeFirst();
