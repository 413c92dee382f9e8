import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

/** From now on the database refuses to delete this organization. Returns how to allow it again. */
export async function makeUndeletable(db: Db, organizationId: string): Promise<() => Promise<void>> {
  await sql`create or replace function refuse_deletion() returns trigger language plpgsql as
    'begin if old.id::text = tg_argv[0] then raise exception ''not this one''; end if; return old; end'`.execute(db);
  await sql`create trigger undeletable before delete on organizations
    for each row execute function refuse_deletion(${sql.lit(organizationId)})`.execute(db);
  return async () => void (await sql`drop trigger undeletable on organizations`.execute(db));
}
