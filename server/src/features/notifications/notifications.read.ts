import { longestQuote } from '@spotter/contract/limits.ts';
import type { Notification } from '@spotter/contract/notifications/notifications.ts';
import { blockedBetween, personJsonSql } from '#features/users/index.ts';
import { instantSql, timeJsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement, variants } from '#platform/db/statement.ts';
import { isConcealed } from './concealed.repo.ts';
import type { NotificationFacts } from './notifications.words.ts';

/** A stored notification with what its text needs. */
type Stored = Omit<Notification, 'kind' | 'data' | 'title' | 'body' | 'url' | 'is_read'>;
export type Row = NotificationFacts & Stored;

const ownOf = (table: string, id: string) => `from ${table} where organization_id = $organizationId and id = ${id}`;
const unlessBlocked = (person: string) => `not ${blockedBetween('$userId', person)}`;

/** The beginning of a message, for readers who may still read it there. */
const snippetSql = `case n.kind
  when 'friend_request' then (select left(r.message, ${longestQuote}) from friend_requests r
    where r.organization_id = $organizationId and r.id = n.friend_request_id and ${unlessBlocked('r.sender_id')})
  when 'session_message' then (select left(m.content, ${longestQuote}) from session_messages m
      join session_participants p on p.organization_id = m.organization_id and p.session_id = m.session_id
        and p.user_id = $userId
    where m.organization_id = $organizationId and m.id = (n.data ->> 'message_id')::uuid
      and ${unlessBlocked('m.sender_id')})
  when 'message' then (select case m.kind when 'session' then 'Shared a session' when 'photo' then coalesce(nullif(left(m.content, ${longestQuote}), ''), 'Sent a photo') when 'poll' then left('Poll: ' || m.content, ${longestQuote}) else left(m.content, ${longestQuote}) end
    from messages m
      join conversation_members c on c.organization_id = m.organization_id and c.conversation_id = m.conversation_id
        and c.user_id = $userId
    where m.organization_id = $organizationId and m.id = (n.data ->> 'message_id')::uuid
      and ${unlessBlocked('m.sender_id')})
  end`;

/** What the reader can answer now; the calls check again. */
const answerSql = `case n.kind
  when 'friend_request' then (select json_build_object('kind', 'friend_request', 'id', r.id) from friend_requests r
    where r.organization_id = $organizationId and r.id = n.friend_request_id and r.receiver_id = $userId
      and r.status = 'pending' and r.declined_at is null and ${unlessBlocked('r.sender_id')})
  when 'spot_freed' then (select json_build_object('kind', 'spot', 'id', w.session_id) from session_waitlist w
    where w.organization_id = $organizationId and w.session_id = n.session_id and w.user_id = $userId
      and w.status = 'offered' and w.offer_expires_at > now())
  else case when q.answerer_id = $userId and q.status = 'pending' and s.status = 'active' and s.starts_at > now()
      and ${unlessBlocked('q.proposer_id')} then json_build_object('kind', 'proposal', 'id', q.id) end
  end`;

const proposalSql = `case when q.id is not null and ${unlessBlocked('q.proposer_id')} then json_build_object(
  'proposed_time', ${timeJsonSql('q.proposed_starts_at', 'g.timezone')}, 'message', left(q.message, ${longestQuote})) end`;

const startSql = `case when s.id is not null then ${timeJsonSql('s.starts_at', 'g.timezone')} end`;

// People blocked by the reader, or blocking the reader, never appear in a notification.
const actorsSql = `from notification_actors a join users u on u.id = a.user_id
  where a.organization_id = $organizationId and a.notification_id = n.id and ${unlessBlocked('a.user_id')}`;

const listVariant = variants(
  {
    organizationId: 'uuid',
    userId: 'uuid',
    limit: 'int',
    offset: 'int',
    before: 'uuid?',
  },
  { onePlan: true },
)<{ count: number; results: Row[] }>();

/** The notifications of the CTE `page`, as JSON. */
const rowsSql = `coalesce((select json_agg(json_build_object(
    'id', n.id, 'kind', n.kind, 'data', n.data, 'session_id', n.session_id, 'conversation_id', n.conversation_id,
    'former_actors', n.former_actors, 'session_title', s.title, 'conversation_name', (select name ${ownOf('conversations', 'n.conversation_id')}), 'session_start', ${startSql},
    'snippet', ${snippetSql}, 'proposal', ${proposalSql}, 'answer', ${answerSql},
    'announcement', (select json_build_object('id', id, 'title', title, 'body', body) ${ownOf('announcements', 'n.announcement_id')}),
    'actor', (select ${personJsonSql('u')} ${actorsSql} order by a.acted_at desc, a.user_id limit 1),
    'actor_count', n.former_actors + (select count(*)::int ${actorsSql}),
    'read_at', ${instantSql('n.read_at')}, 'created_at', ${instantSql('n.created_at')}, 'updated_at', ${instantSql('n.happened_at')}
  ) order by n.happened_at desc, n.id desc)
  from page n
    left join sessions s on s.organization_id = $organizationId and s.id = n.session_id
    left join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    left join session_proposals q on q.organization_id = $organizationId and q.session_id = n.session_id
      and q.id = (n.data ->> 'proposal_id')::uuid), '[]') as results`;

const listStatement = (unread: boolean | undefined, before: boolean) =>
  listVariant(
    `notifications:${unread ?? ''}:${before}`,
    () => `with found as (
    select n.* from notifications n where n.organization_id = $organizationId and n.user_id = $userId and n.in_app
      and not ${isConcealed()}
      ${unread === undefined ? '' : `and n.read_at is ${unread ? '' : 'not '}null`}
  ), page as (
    select * from found ${before ? `where (happened_at, id) < (select happened_at, id from found where id = $before)` : ''}
    order by happened_at desc, id desc limit $limit offset $offset
  )
  select (select count(*)::int from found) as count, ${rowsSql}`,
  );

type Member = { organizationId: string; userId: string };
type Page = { unread: boolean | undefined; before: string | undefined; limit: number; offset: number };

/** A page of what a member's list shows, latest first; `before` is the last notification of the page before. */
export async function readNotifications(read: Read, member: Member, { unread, before, ...page }: Page) {
  const asked = listStatement(unread, before !== undefined);
  const [found] = await read(asked, { ...member, ...page, before: before ?? null });
  return found ?? { count: 0, results: [] };
}

const unreadByIdStatement = statement('unread-notifications', {
  organizationId: 'uuid',
  userId: 'uuid',
  ids: 'uuid[]',
})<{ results: Row[] }>(`with page as (
    select * from notifications n where n.organization_id = $organizationId and n.user_id = $userId and n.id = any($ids)
      and n.read_at is null and not ${isConcealed()}
  ) select ${rowsSql}`);

/** Unread notifications by id, for pushes and mails. */
export async function readUnreadById(read: Read, asked: Member & { ids: readonly string[] }): Promise<Row[]> {
  const [found] = await read(unreadByIdStatement, asked);
  return found!.results;
}

const unreadCountStatement = statement('unread-count', { organizationId: 'uuid', userId: 'uuid' })<{
  unread_count: number;
}>(
  `select count(*)::int as unread_count from notifications n
   where n.organization_id = $organizationId and n.user_id = $userId and n.read_at is null and n.in_app
     and not ${isConcealed()}`,
);

export async function readUnreadCount(read: Read, member: Member): Promise<number> {
  const [found] = await read(unreadCountStatement, member);
  return found?.unread_count ?? 0;
}
