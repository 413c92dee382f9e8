import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export const readOrganization = (db: Db, id: string) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'is_active', 'white_label_enabled', 'deleted_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

const insertStatement = statement('insert-emulation', {
  id: 'uuid',
  userId: 'uuid',
  organizationId: 'uuid',
  parentId: 'uuid',
  userAgent: 'text',
  ip: 'text',
  minutes: 'int',
})<{ expires_at: Date }>(
  `insert into logins (id, user_id, method, emulated_organization_id, parent_login_id, user_agent, ip, expires_at)
  values ($id, $userId, 'emulation', $organizationId, $parentId, $userAgent, $ip::inet,
    least(now() + make_interval(mins => $minutes), (select expires_at from logins where id = $parentId)))
  returning expires_at`,
);

type NewEmulation = {
  id: string;
  userId: string;
  organizationId: string;
  /** The sign-in it is started from, and ends with. */
  parentId: string;
  userAgent: string;
  ip: string;
  minutes: number;
};

/** Returns when it expires. */
export async function insertEmulation(tx: Db, emulation: NewEmulation): Promise<Date> {
  const [row] = await run(tx, insertStatement, emulation);
  return row!.expires_at;
}

export const readEmulation = (db: Db, loginId: string) =>
  db
    .selectFrom('logins as l')
    .innerJoin('organizations as o', 'o.id', 'l.emulated_organization_id')
    .select(['o.id', 'o.name', 'o.is_active', 'o.white_label_enabled', 'l.expires_at'])
    .where('l.id', '=', loginId)
    .executeTakeFirstOrThrow();
