import { forgetAvatar } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { forgetInEvents } from '#platform/events/forget.ts';
import {
  cancelAnnouncements,
  deletePerson,
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
  const sessionIds = organizationId ? await forgetInOrganization(tx, { userId, organizationId }) : [];
  const { email, avatar_key } = await deletePerson(tx, userId);
  await forgetInLog(tx, person);
  if (avatar_key) await forgetAvatar(tx, avatar_key);
  await forgetAddress(tx, userId, email);
  await forgetInMails(tx, userId);
  // Last of all, because other members' events wait for it.
  if (organizationId) await forgetInEvents(tx, { scope: organizationId, userId, sessionIds });
}

/** Returns the sessions with texts of theirs, which events quote. */
async function forgetInOrganization(tx: Db, member: Member): Promise<string[]> {
  await forgetInNotifications(tx, member);
  await keepNotificationsOfLoneSessions(tx, member);
  await forgetInChats(tx, member);
  await cancelAnnouncements(tx, member);
  await forgetInReports(tx, member);
  return readSessionsWordedBy(tx, member);
}
