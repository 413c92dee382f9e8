import type pg from 'pg';

/** The last migration of the 79 that were rewritten as 14 before the first release (decision 31). */
export const LAST_BEFORE = '0096_one_notification_per_chat.sql';
/** The last of the 14, which make the same tables. */
export const LAST_SQUASHED = '0014_demos_imports_and_exports.sql';

/** The first of the 79, which every older database has. */
const FIRST_BEFORE = '0001_platform.sql';

/**
 * Records the 14 in a database that has the 79, so that they are not applied to it. The checksums of the 79 say nothing
 * any more.
 */
export async function adoptSquashed(
  client: pg.PoolClient,
  known: readonly { name: string; checksum: string }[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const recorded = new Set(rows.map(({ name }) => name));
  if (!recorded.has(FIRST_BEFORE)) return;
  if (!recorded.has(LAST_BEFORE))
    throw new Error(
      `This database was made before ${LAST_BEFORE}. Start it once with the last commit that has this file, then with this one.`,
    );
  await client.query('delete from migrations');
  for (const { name, checksum } of known.filter((file) => file.name <= LAST_SQUASHED))
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
