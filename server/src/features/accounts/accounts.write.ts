import type { Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { isManaged } from './accounts.read.ts';

type Account = { organizationId: string; id: string };

const lockStatement = statement('lock-account', { ...scopeValues, id: 'uuid' })<object>(
  `select from users u where ${isManaged} and u.id = $id for no key update`,
);

/** Until the commit; says whether the caller manages such an account. */
export async function lockManagedAccount(tx: Db, values: AdminScope & { id: string }): Promise<boolean> {
  const [locked] = await run(tx, lockStatement, values);
  return locked !== undefined;
}

export async function updateAccount(tx: Db, id: string, changes: Updateable<DB['users']>): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
}

const passwordStatement = statement('reset-account-password', {
  id: 'uuid',
  passwordHash: 'text?',
  mustChangePassword: 'boolean',
  setupCodeHash: 'text?',
})(
  `update users set password_hash = $passwordHash, must_change_password = $mustChangePassword,
    setup_code_hash = $setupCodeHash,
    setup_code_expires_at = case when $setupCodeHash is not null then now() + make_interval(days => ${SETUP_CODE_DAYS}) end
  where id = $id`,
);

/** A password to change, or a setup code instead of one. */
export async function resetPassword(
  tx: Db,
  id: string,
  { passwordHash, setupCodeHash }: { passwordHash: string | null; setupCodeHash: string | null },
): Promise<void> {
  const mustChangePassword = passwordHash !== null;
  await run(tx, passwordStatement, { id, passwordHash, mustChangePassword, setupCodeHash });
}

const unmanageStatement = statement('unmanage-gyms', { organizationId: 'uuid', id: 'uuid' })(
  'update user_gyms set manages = false where organization_id = $organizationId and user_id = $id and manages',
);

const own = (column: 'default_gym_id' | 'current_gym_id') => `case when exists (select from user_gyms g
  where g.organization_id = u.organization_id and g.user_id = u.id and g.gym_id = u.${column}) then u.${column} end`;

const ownGymsStatement = statement('keep-own-gyms', { organizationId: 'uuid', id: 'uuid' })(
  `update users u set default_gym_id = ${own('default_gym_id')}, current_gym_id = ${own('current_gym_id')}
  where u.organization_id = $organizationId and u.id = $id`,
);

/** A former admin manages nothing, and trains at the gyms they were given. */
export async function forgetManagement(tx: Db, account: Account): Promise<void> {
  await run(tx, unmanageStatement, account);
  await run(tx, ownGymsStatement, account);
}

const otherGymsStatement = statement('take-other-gyms', { organizationId: 'uuid', id: 'uuid', gymIds: 'uuid[]' })(
  `delete from user_gyms where organization_id = $organizationId and user_id = $id and not gym_id = any($gymIds)`,
);

export async function takeGymsExcept(tx: Db, account: Account, gymIds: readonly string[]): Promise<void> {
  await run(tx, otherGymsStatement, { ...account, gymIds });
}

const giveGymsStatement = statement('give-gyms', {
  organizationId: 'uuid',
  id: 'uuid',
  gymIds: 'uuid[]',
  managed: 'uuid[]',
  since: 'timestamptz?',
})(
  `insert into user_gyms (organization_id, user_id, gym_id, manages, created_at)
  select $organizationId, $id, gym_id, gym_id = any($managed), coalesce($since, now())
  from unnest($gymIds) gym_id
  on conflict (organization_id, user_id, gym_id) do update set manages = excluded.manages
  where user_gyms.manages <> excluded.manages`,
);

type GivenGyms = { gymIds: readonly string[]; managed: readonly string[]; since: string | null };

/** Gyms they have already keep their date. */
export async function giveGyms(tx: Db, account: Account, { gymIds, ...given }: GivenGyms): Promise<void> {
  await run(tx, giveGymsStatement, { ...account, gymIds: [...new Set(gymIds)], ...given });
}

const defaultGymStatement = statement('set-default-gym', { organizationId: 'uuid', id: 'uuid', gymId: 'uuid?' })(
  `update users set default_gym_id = $gymId, current_gym_id = coalesce(current_gym_id, $gymId)
  where organization_id = $organizationId and id = $id`,
);

export async function setDefaultGym(tx: Db, account: Account, gymId: string | null): Promise<void> {
  await run(tx, defaultGymStatement, { ...account, gymId });
}
