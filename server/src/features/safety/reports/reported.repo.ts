import type { ReportKind } from '@spotter/contract/safety/reports.ts';
import { wordsSql } from '#features/messages/index.ts';
import { inReadersGyms } from '#features/sessions/index.ts';
import { hiddenCte, isHidden } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Member } from '#platform/logins/callers.ts';
import { hasMet, wasInSession } from '../met.repo.ts';

/** What is kept of a reported thing. People are stored by id, so that a deleted account leaves no name behind. */
export type Snapshot = {
  title: string;
  text: string;
  at: string | null;
  file_key: string | null;
  context: { sender_id: string; text: string; at: string }[];
};

/** A reported thing as the reporter sees it; `gym_id` only for sessions. */
type Reported = { user_id: string; gym_id: string | null; snapshot: Snapshot };

/** How many messages before a reported one are kept with it. */
const CONTEXT = 5;

const values = {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
} as const;
const sessionValues = { ...values, gymIds: 'uuid[]' } as const;
const chatValues = { ...sessionValues, managedGymIds: 'uuid[]' } as const;

const isThere = (m: string) => `${m}.sender_id is not null and ${m}.deleted_at is null`;

const contextSql = (table: string, chat: string, after: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object('sender_id', b.sender_id, 'text', b.content, 'at', ${instantSql('b.created_at')})
    order by b.seq), '[]') from (select b.* from ${table} b where b.organization_id = $organizationId and b.${chat} = m.${chat}
      and b.seq < m.seq and b.seq > ${after} and ${isThere('b')}
      and (b.sender_id = m.sender_id or not ${isHidden('b.sender_id')}) order by b.seq desc limit ${CONTEXT}) b)`;

const snapshotSql = (fields: Record<keyof Snapshot, string>) =>
  `jsonb_build_object(${Object.entries(fields).map(([name, value]) => `'${name}', ${value}`)}) as snapshot`;

/** A block keeps nobody from reporting a member they have met; for others it hides everything. */
const user = statement(
  'reported-user',
  values,
)<Reported>(
  `select u.id as user_id, null as gym_id, ${snapshotSql({
    title: "trim(u.first_name || ' ' || u.last_name)",
    text: 'u.bio',
    at: 'null',
    file_key: 'u.avatar_key',
    context: "'[]'::jsonb",
  })}
  from users u where u.organization_id = $organizationId and u.id = $id and u.is_active
    and (not exists (select from blocks b
      where b.organization_id = $organizationId and b.blocker_id = u.id and b.blocked_id = $userId) or ${hasMet('u.id')})`,
);

/** Whoever is in a chat has met its members, so that a block hides no message of it here. */
const message = statement(
  'reported-message',
  values,
)<Reported>(
  `with ${hiddenCte} select m.sender_id as user_id, null as gym_id, ${snapshotSql({
    title: "coalesce(s.title, c.name, '')",
    text: wordsSql('m'),
    at: instantSql('m.created_at'),
    file_key: 'm.photo_key',
    context: contextSql('messages', 'conversation_id', 'chat.joined_seq'),
  })}
  from messages m
    join conversation_members chat on chat.organization_id = $organizationId and chat.conversation_id = m.conversation_id
      and chat.user_id = $userId
    join conversations c on c.organization_id = $organizationId and c.id = m.conversation_id
    left join sessions s on s.organization_id = $organizationId and s.id = m.session_id
  where m.organization_id = $organizationId and m.id = $id and m.seq > chat.joined_seq and ${isThere('m')}`,
);

const sessionMessage = statement(
  'reported-session-message',
  chatValues,
)<Reported>(
  `with ${hiddenCte} select m.sender_id as user_id, s.gym_id, ${snapshotSql({
    title: 's.title',
    text: "case when m.kind = 'text' then m.content else m.action end",
    at: instantSql('m.created_at'),
    file_key: 'null',
    context: contextSql('session_messages', 'session_id', '0'),
  })}
  from session_messages m join sessions s on s.organization_id = $organizationId and s.id = m.session_id
  where m.organization_id = $organizationId and m.id = $id and ${isThere('m')} and ${inReadersGyms}
    and (${wasInSession('m.sender_id')} or ${wasInSession('s.creator_id')}
      or s.gym_id = any($managedGymIds) and not ${isHidden('s.creator_id')} and not ${isHidden('m.sender_id')})`,
);

const session = statement(
  'reported-session',
  sessionValues,
)<Reported>(
  `with ${hiddenCte} select s.creator_id as user_id, s.gym_id, ${snapshotSql({
    title: 's.title',
    text: 's.description',
    at: instantSql('s.starts_at'),
    file_key: 'null',
    context: "'[]'::jsonb",
  })}
  from sessions s where s.id = $id and ${inReadersGyms}
    and (not ${isHidden('s.creator_id')} or ${hasMet('s.creator_id')})`,
);

/** A thing as its reporter may see it; undefined if there is none. */
export async function findReported(
  tx: Db,
  { organizationId, userId, gymIds, managedGymIds }: Member,
  kind: ReportKind,
  id: string,
): Promise<Reported | undefined> {
  const values = { organizationId, userId, id };
  switch (kind) {
    case 'user':
      return (await run(tx, user, values))[0];
    case 'message':
      return (await run(tx, message, values))[0];
    case 'session_message':
      return (await run(tx, sessionMessage, { ...values, gymIds, managedGymIds }))[0];
    case 'session':
      return (await run(tx, session, { ...values, gymIds }))[0];
  }
}
