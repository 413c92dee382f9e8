import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type GymOption = { id: string; name: string };
type Face = { initials: string; avatar_color: string };
export type UsableCode = {
  id: string;
  organizationId: string;
  organizationName: string;
  gyms: GymOption[];
  faces: Face[];
};

const FACES = 5;

const usableSql = `select c.id, o.id as "organizationId", o.name as "organizationName", coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name_order, g.id) from gyms g
    where g.organization_id = c.organization_id and g.is_active and (c.gym_id is null or g.id = c.gym_id)
  ), '[]') as gyms, coalesce((
    -- The oldest, because the latest to be here would say who is online.
    select json_agg(json_build_object('initials', initials, 'avatar_color', avatar_color)) from (
      select upper(left(u.first_name, 1) || left(u.last_name, 1)) as initials, u.avatar_color from users u
      where u.organization_id = c.organization_id and u.is_active and u.has_signed_in and not u.is_demo_user
        and (c.gym_id is null or c.gym_id = any(u.gym_ids))
      order by u.created_at, u.id limit ${FACES}) face
  ), '[]') as faces
  from invite_codes c join organizations o on o.id = c.organization_id
  where c.code = $code and c.is_active and (c.expires_at is null or c.expires_at > now())
    and (c.max_uses is null or c.use_count < c.max_uses) and o.is_active and not o.is_demo`;
const usableStatement = statement('usable-invite-code', { code: 'text' })<UsableCode>(usableSql);
const lockStatement = statement('lock-usable-invite-code', { code: 'text' })<UsableCode>(
  `${usableSql} for no key update of c`,
);

/**
 * A valid code with the gyms it leads to. One statement covers every reason against it, so that wrong, expired, used-up
 * and deactivated codes also take the same time. `lock` reserves the last use for the caller.
 */
export async function findUsableCode(db: Db, code: string, { lock }: { lock: boolean }): Promise<UsableCode | null> {
  const [found] = await run(db, lock ? lockStatement : usableStatement, { code });
  return found && found.gyms.length > 0 ? found : null;
}

export const insertUse = (
  tx: Db,
  use: { organization_id: string; id: string; invite_code_id: string; user_id: string },
) => tx.insertInto('invite_code_uses').values(use).execute();
