import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type NewMember = {
  row: number;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  gym_id: string | null;
  joined_on: string | null;
  is_active: boolean;
  avatar_color: string;
};

const knownStatement = statement('known-emails', { organizationId: 'uuid', emails: 'text[]' })<{ email: string }>(
  'select lower(email) as email from users where organization_id = $organizationId and lower(email) = any($emails)',
);

/** Which of these emails have an account in the organization. */
export async function readKnownEmails(tx: Db, organizationId: string, emails: string[]): Promise<Set<string>> {
  const rows = await run(tx, knownStatement, { organizationId, emails });
  return new Set(rows.map(({ email }) => email));
}

/** The accounts alone. */
const accountCtes = `given as (
    select * from jsonb_to_recordset($members) as r (id uuid, email text, first_name text,
      last_name text, phone text, gym_id uuid, joined_on date, is_active boolean, avatar_color text)),
  dated as (select r.*, least(now(), coalesce((joined_on + time '12:00') at time zone coalesce(g.timezone, 'UTC'), now()))
      as created_at
    from given r left join gyms g on g.organization_id = $organizationId and g.id = r.gym_id),
  made as (insert into users (id, organization_id, email, first_name, last_name, phone, is_active, avatar_color,
      default_gym_id, current_gym_id, created_at)
    select id, $organizationId, email, first_name, last_name, phone, is_active, avatar_color, gym_id, gym_id,
      created_at
    from dated on conflict do nothing returning id, is_active)`;

type Made = { id: string; is_active: boolean };

const insertStatement = statement('insert-imported-members', {
  organizationId: 'uuid',
  importId: 'uuid',
  members: 'jsonb',
})<Made>(
  `with ${accountCtes},
  access as (insert into user_gyms (organization_id, user_id, gym_id, created_at)
    select $organizationId, id, gym_id, created_at from dated join made using (id) where gym_id is not null),
  noted as (insert into imported_users (organization_id, import_id, user_id)
    select $organizationId, $importId, id from made)
  select id, is_active from made`,
);

const tryStatement = statement('try-imported-members', { organizationId: 'uuid', members: 'jsonb' })<Made>(
  `with ${accountCtes} select id, is_active from made`,
);

type Target = { organizationId: string; importId: string; isTry: boolean };

/**
 * Leaves out members whose email is taken. A joining date is noon of that day on the gym's wall: the same day for most
 * readers. A try only finds out which emails are taken, by accounts that the organization can't see too.
 */
export function insertMembers(
  tx: Db,
  { organizationId, importId, isTry }: Target,
  given: readonly NewMember[],
): Promise<Made[]> {
  const members = JSON.stringify(given);
  if (isTry) return run(tx, tryStatement, { organizationId, members });
  return run(tx, insertStatement, { organizationId, importId, members });
}
