import type { Db } from '#platform/db/connect.ts';
import { run, statement, variants } from '#platform/db/statement.ts';

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

type Emulation = { id: string; name: string; is_active: boolean; white_label_enabled: boolean; expires_at: Date };

const emulationStatement = statement('emulation', { loginId: 'uuid', organizationId: 'uuid' })<Emulation>(
  `select o.id, o.name, o.is_active, o.white_label_enabled, l.expires_at
  from logins l join organizations o on o.id = l.emulated_organization_id
  where l.id = $loginId and o.id = $organizationId`,
);

export async function readEmulation(db: Db, key: { loginId: string; organizationId: string }): Promise<Emulation> {
  const [emulation] = await run(db, emulationStatement, key);
  return emulation!;
}

/** Visits to take: all that have ended, one, or those of a super admin. */
export type WantedVisits = 'ended' | { loginId: string } | { userId: string };

const takeVariant = variants({ id: 'uuid?' })<{ userId: string; organizationId: string; hasExpired: boolean }>();

/** Removes visits and returns them: each is returned once, however often it is asked for. */
export function takeVisits(tx: Db, wanted: WantedVisits) {
  const [key, id, condition] =
    wanted === 'ended'
      ? ['ended', null, '(revoked_at is not null or expires_at <= now())']
      : 'loginId' in wanted
        ? ['login', wanted.loginId, 'id = $id']
        : ['user', wanted.userId, 'user_id = $id'];
  const asked = takeVariant(
    `take-visits:${key}`,
    () => `delete from logins where emulated_organization_id is not null and ${condition} returning user_id as "userId",
      emulated_organization_id as "organizationId", revoked_at is null and expires_at <= now() as "hasExpired"`,
  );
  return run(tx, asked, { id });
}
