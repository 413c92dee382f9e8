import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Member } from '#platform/logins/callers.ts';
import { lockConversation, type Membership } from '../conversation-locks.repo.ts';

/** Locks a group the caller may manage. */
export async function lockManagedGroup(tx: Db, caller: Member, id: string): Promise<Membership> {
  const group = await lockConversation(tx, caller, id);
  if (!group) throw fail('conversation_not_found');
  if (group.kind !== 'group') throw fail('group_only');
  if (!group.can_manage) throw fail('access_denied', { error: 'Only an admin of the group can do this.' });
  return group;
}
