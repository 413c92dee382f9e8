import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import type { PushDevice } from '#platform/push/sender.ts';

const lockStatement = statement('lock-push-owner', { userId: 'uuid' })(
  'select from users where id = $userId for no key update',
);

/** Two subscriptions of one member follow each other, until the commit. */
export async function lockOwner(tx: Db, userId: string): Promise<void> {
  await run(tx, lockStatement, { userId });
}

const deleteOthersStatement = statement('delete-other-push-subscriptions', { loginId: 'uuid', endpoint: 'text' })(
  'delete from push_subscriptions where login_id = $loginId and endpoint <> $endpoint',
);

/** The device's earlier subscriptions. */
export async function deleteOthersOfLogin(tx: Db, loginId: string, endpoint: string): Promise<void> {
  await run(tx, deleteOthersStatement, { loginId, endpoint });
}

type Owner = { userId: string; loginId: string };

/** Takes a known address over from whoever had it. */
export async function save(tx: Db, { userId, loginId }: Owner, device: PushDevice): Promise<void> {
  const values = { id: newId(), user_id: userId, login_id: loginId, ...device };
  await tx
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
}

const oldestStatement = statement('delete-oldest-push-subscriptions', { userId: 'uuid', most: 'int' })(
  `delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = $userId order by created_at desc, id desc offset $most)`,
);

/** A member's subscriptions beyond the newest ones. */
export async function deleteOldest(tx: Db, userId: string, most: number): Promise<void> {
  await run(tx, oldestStatement, { userId, most });
}

const deleteStatement = statement('delete-push-subscriptions', { userId: 'uuid', endpoint: 'text?' })(
  'delete from push_subscriptions where user_id = $userId and ($endpoint is null or endpoint = $endpoint)',
);

/** A member's subscription with an address, or all of them. */
export async function deleteOf(db: Db, userId: string, endpoint: string | undefined): Promise<void> {
  await run(db, deleteStatement, { userId, endpoint: endpoint ?? null });
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** The ids of a member's subscriptions. */
export async function devicesOf(db: Db, userId: string): Promise<string[]> {
  const devices = await db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).execute();
  return devices.map(({ id }) => id);
}

type Device = PushDevice & { loginId: string; language: string | null };
const deviceStatement = statement('device-of-member', { userId: 'uuid', id: 'uuid' })<Device>(
  `select s.platform, s.endpoint, s.p256dh, s.auth, s.app_id, l.id as "loginId", l.language from push_subscriptions s
    join logins l on l.id = s.login_id and l.user_id = s.user_id
    join users u on u.id = s.user_id
    join organizations o on o.id = u.organization_id
  where s.id = $id and s.user_id = $userId and u.is_active and o.is_active and l.revoked_at is null and l.expires_at > now()`,
);

/** A device of this member whose sign-in still stands, and whose organization is not switched off. */
export async function readDevice(db: Db, userId: string, id: string): Promise<Device | undefined> {
  const [device] = await run(db, deviceStatement, { userId, id });
  return device;
}

const sentStatement = statement('push-sent', { id: 'uuid' })(
  'update push_subscriptions set last_sent_at = now() where id = $id',
);

export async function markSent(db: Db, id: string): Promise<void> {
  await run(db, sentStatement, { id });
}
