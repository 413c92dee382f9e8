import type { Updateable } from 'kysely';
import { gymJsonSql } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { statement } from '#platform/db/statement.ts';
import type { Caller } from '#platform/logins/callers.ts';

/** SQL for another person as lists show them, from a row of `users`: a stored column, since a page shows hundreds. */
export const personJsonSql = (user: string) => `${user}.card`;

const socialIdSql = (provider: string) =>
  `(select s.subject from social_identities s where s.user_id = u.id and s.provider = '${provider}')`;

const meStatement = statement(
  'me',
  {
    userId: 'uuid',
    organizationId: 'uuid?',
    gymIds: 'uuid[]',
    managedGymIds: 'uuid[]',
  },
  { outside: true },
)<{
  me: string;
}>(`
  select json_build_object(
    'id', u.id, 'role', u.role, 'email', u.email, 'email_verified', u.email_verified,
    'onboarding_completed', u.onboarding_completed, 'first_name', u.first_name, 'last_name', u.last_name,
    'fitness_level', u.fitness_level,
    'default_gym', (select ${gymJsonSql('g')} from gyms g where g.organization_id = $organizationId and g.id = u.default_gym_id),
    'current_gym', (select ${gymJsonSql('g')} from gyms g where g.organization_id = $organizationId and g.id = u.current_gym_id),
    'accessible_gyms', mine.gyms, 'managed_gym_ids', $managedGymIds, 'can_switch_gyms', mine.count > 1,
    'organization', (select json_build_object('id', o.id, 'name', o.name, 'is_active', o.is_active,
      'white_label_enabled', o.white_label_enabled) from organizations o where o.id = $organizationId),
    'google_id', ${socialIdSql('google')}, 'apple_id', ${socialIdSql('apple')},
    'has_password', u.password_hash is not null,
    'avatar_url', '/files/' || u.avatar_key, 'avatar_color', u.avatar_color,
    'is_demo_user', u.is_demo_user, 'demo_persona', u.demo_persona, 'demo_expires_at', ${instantSql('u.demo_expires_at')},
    'must_change_password', u.must_change_password, 'timezone', u.timezone, 'gender', u.gender, 'bio', u.bio,
    'phone', u.phone, 'goals', u.goals, 'favourite_workouts', u.favourite_workouts,
    'preferred_times', u.preferred_times, 'level_and_goals_shown_to', u.level_and_goals_shown_to,
    'usual_times_shown_to', u.usual_times_shown_to, 'sessions_shown_to', u.sessions_shown_to,
    'shows_online', u.shows_online, 'shows_typing', u.shows_typing, 'created_at', ${instantSql('u.created_at')}
  )::text as me
  from users u cross join lateral (
    select coalesce(json_agg(${gymJsonSql('g')} order by g.name_order), '[]') as gyms, count(*) as count
    from gyms g where g.organization_id = $organizationId and g.id = any($gymIds) and g.is_active
  ) mine
  where u.id = $userId`);

export type MeReader = Pick<Caller, 'userId' | 'organizationId' | 'gymIds' | 'managedGymIds'>;

/** The caller's account as JSON text; undefined if it is gone. */
export async function readMe(read: Read, caller: MeReader): Promise<string | undefined> {
  const [row] = await read(meStatement, caller);
  return row?.me;
}

export async function changeUser(tx: Db, id: string, changes: Updateable<DB['users']>): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
}

/** False if it was finished before. */
export async function finishOnboarding(tx: Db, id: string): Promise<boolean> {
  const finished = await tx
    .updateTable('users')
    .set({ onboarding_completed: true })
    .where('id', '=', id)
    .where('onboarding_completed', '=', false)
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

export async function setBusinessType(tx: Db, organizationId: string, type: string): Promise<void> {
  await tx.updateTable('organizations').set({ business_type: type }).where('id', '=', organizationId).execute();
}

/** The gym they have managed longest. */
export async function readFirstManagedGym(
  tx: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<string | undefined> {
  const own = await tx
    .selectFrom('user_gyms')
    .select('gym_id as id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('manages', '=', true)
    .orderBy('created_at')
    .executeTakeFirst();
  return own?.id;
}
