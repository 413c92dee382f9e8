import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { friendsToAsk } from './retention.read.ts';

export type RemedyKind = 'message' | 'invite' | 'ask_friend';

const recordStatement = statement('record-remedy', {
  organizationId: 'uuid',
  id: 'uuid',
  userId: 'uuid',
  kind: 'text',
  actorId: 'uuid',
  friendId: 'uuid?',
  sessionId: 'uuid?',
})<{ id: string }>(
  `insert into member_remedies (organization_id, id, user_id, kind, actor_id, friend_id, session_id)
  values ($organizationId, $id, $userId, $kind, $actorId, $friendId, $sessionId) on conflict do nothing returning id`,
);

type Remedy = {
  organizationId: string;
  id: string;
  userId: string;
  kind: RemedyKind;
  actorId: string;
  friendId: string | null;
  sessionId: string | null;
};

/** Returns false when it is recorded already. */
export const recordRemedy = async (tx: Db, remedy: Remedy): Promise<boolean> =>
  (await run(tx, recordStatement, remedy)).length > 0;

type Member = { organizationId: string; id: string };

const friendStatement = statement('friend-to-ask', { organizationId: 'uuid', id: 'uuid' })<{ id: string }>(
  `select f.id from users u cross join lateral (select f.id, (
      select count(*) from session_participants mine join session_participants theirs
        on theirs.organization_id = mine.organization_id and theirs.session_id = mine.session_id and theirs.user_id = f.id
      where mine.organization_id = $organizationId and mine.user_id = u.id) as together
    ${friendsToAsk('u')}) f
  where u.organization_id = $organizationId and u.id = $id order by f.together desc, f.id limit 1`,
);

/** The friend who trained most with a member and may be asked; null if there is none. */
export async function findFriendToAsk(tx: Db, member: Member): Promise<string | null> {
  const [friend] = await run(tx, friendStatement, member);
  return friend?.id ?? null;
}

const lockStatement = statement('lock-member', { organizationId: 'uuid', id: 'uuid' })(
  'select from users where organization_id = $organizationId and id = $id for no key update',
);

export async function lockMember(tx: Db, member: Member): Promise<void> {
  await run(tx, lockStatement, member);
}
