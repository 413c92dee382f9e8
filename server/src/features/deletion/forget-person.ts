import { forgetAvatar } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { forgetInEvents } from '#platform/events/forget.ts';
import { tell } from '#platform/events/tell.ts';
import {
  cancelAnnouncements,
  deleteUser,
  forgetAddress,
  forgetInChats,
  forgetInLog,
  forgetInMails,
  forgetInNotifications,
  forgetInReports,
  keepNotificationsOfLoneSessions,
  type Member,
  readSessionsWordedBy,
} from './forget-person.repo.ts';

type Person = { userId: string; organizationId: string | null };

/**
 * Deletes an account with its names, addresses and words. Foreign keys delete most of it, and the trigger on users hands
 * over sessions and clears their words. This does the rest: copies in rows that belong to others.
 */
export async function forgetPerson(tx: Db, person: Person): Promise<void> {
  const { userId, organizationId } = person;
  if (organizationId) await forgetInOrganization(tx, { userId, organizationId });
  const { email, avatar_key } = await deleteUser(tx, userId);
  await forgetInLog(tx, person);
  if (avatar_key) await forgetAvatar(tx, avatar_key);
  await forgetAddress(tx, userId, email);
  await forgetInMails(tx, userId);
}

async function forgetInOrganization(tx: Db, member: Member): Promise<void> {
  await forgetInNotifications(tx, member);
  await keepNotificationsOfLoneSessions(tx, member);
  await forgetInChats(tx, member);
  await cancelAnnouncements(tx, member);
  await forgetInReports(tx, member);
  const { organizationId, userId } = member;
  const sessionIds = await readSessionsWordedBy(tx, member);
  tell(tx, await forgetInEvents(tx, { scope: organizationId, userId, sessionIds }));
}
