import type { InsertObject, Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

export const readSwitches = (db: Db, userId: string) =>
  db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'enabled'])
    .where('user_id', '=', userId)
    .execute();

export const readTimes = (db: Db, userId: string) =>
  db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function storeSwitches(tx: Db, switches: InsertObject<DB, 'notification_preferences'>[]): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values(switches)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet((eb) => ({ enabled: eb.ref('excluded.enabled') })),
    )
    .execute();
}

/** Keeps the times that aren't given. */
export async function storeTimes(
  tx: Db,
  userId: string,
  times: Omit<Updateable<DB['notification_settings']>, 'user_id'>,
): Promise<void> {
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...times })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(times))
    .execute();
}

export async function readAppPreferences(db: Db, userId: string) {
  const row = await db
    .selectFrom('user_preferences')
    .select('preferences')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.preferences;
}

const mergeStatement = statement('merge-user-preferences', { userId: 'uuid', changes: 'jsonb' })(
  `insert into user_preferences (user_id, preferences) values ($userId, $changes)
  on conflict (user_id) do update set preferences = user_preferences.preferences || excluded.preferences`,
);

/** Keeps the preferences that aren't given. */
export async function mergeAppPreferences(tx: Db, userId: string, changes: object): Promise<void> {
  await run(tx, mergeStatement, { userId, changes: JSON.stringify(changes) });
}
