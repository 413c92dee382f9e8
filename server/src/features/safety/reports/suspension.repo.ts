import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** A member who may be suspended, locked until the commit. */
export const lockMember = (tx: Db, organizationId: string, userId: string) =>
  tx
    .selectFrom('users')
    .select(['role', 'email', 'email_verified', 'email_vouched', 'is_demo_user', 'first_name', 'timezone'])
    .select((of) =>
      of
        .selectFrom('logins')
        .select('language')
        .whereRef('logins.user_id', '=', 'users.id')
        .where('language', 'is not', null)
        .orderBy('last_used_at', 'desc')
        .limit(1)
        .as('language'),
    )
    .where('organization_id', '=', organizationId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Switches an account off, for good or until a moment. */
export const suspendAccount = (tx: Db, userId: string, until: string | null) =>
  tx.updateTable('users').set({ is_active: false, suspended_until: until }).where('id', '=', userId).execute();

const liftStatement = statement(
  'lift-suspensions',
  {},
)<{ id: string }>('update users set is_active = true where suspended_until <= now() returning id');

/** Opens the accounts whose suspension is over; how many they are. */
export const openSuspended = async (db: Db): Promise<number> => (await run(db, liftStatement, {})).length;
