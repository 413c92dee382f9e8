import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { personZone } from '#platform/logins/person-zone.ts';

export type LockedMember = {
  role: string;
  email: string;
  email_verified: boolean;
  email_vouched: boolean;
  is_demo_user: boolean;
  first_name: string;
  zone: string;
  language: string | null;
};

const memberStatement = statement('lock-reported-member', { organizationId: 'uuid', userId: 'uuid' })<LockedMember>(
  `select u.role, u.email, u.email_verified, u.email_vouched, u.is_demo_user, u.first_name, ${personZone('u', '$organizationId')} as zone,
    (select l.language from logins l where l.user_id = u.id and l.language is not null
      order by l.last_used_at desc limit 1) as language
  from users u where u.organization_id = $organizationId and u.id = $userId for no key update`,
);

/** A member who may be suspended, locked until the commit; undefined once the account is gone. Rows that refer to them can still be written. */
export async function lockMember(tx: Db, organizationId: string, userId: string): Promise<LockedMember | undefined> {
  const [member] = await run(tx, memberStatement, { organizationId, userId });
  return member;
}

/** Switches an account off, for good or until a moment. */
export const suspendAccount = (tx: Db, userId: string, until: string | null) =>
  tx.updateTable('users').set({ is_active: false, suspended_until: until }).where('id', '=', userId).execute();

const liftStatement = statement(
  'lift-suspensions',
  {},
)<{ id: string }>('update users set is_active = true where suspended_until <= now() returning id');

/** Opens the accounts whose suspension is over; how many they are. */
export const openSuspended = async (db: Db): Promise<number> => (await run(db, liftStatement, {})).length;
