import type { Friend, FriendRequest } from '@spotter/contract/friends.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement, variants } from '#platform/db/statement.ts';
import { nameRankSql, typedCte } from './name-search.repo.ts';

/** The reader's friends. */
export const friendsCte = `mates as materialized (
  select id, user_high_id as user_id, created_at from friendships where organization_id = $organizationId and user_low_id = $userId
  union all select id, user_low_id, created_at from friendships where organization_id = $organizationId and user_high_id = $userId)`;

/** SQL for whether two people are friends, the one with the lower id first. */
export const areFriendsSql = (low: string, high: string) => `exists (select from friendships f
  where f.organization_id = $organizationId and f.user_low_id = ${low} and f.user_high_id = ${high})`;

/** The next session the reader shares with each person. */
const togetherCte = `together as materialized (
  select distinct on (p.user_id) p.user_id, s.id, s.title, s.starts_at, s.gym_id
  from session_participants mine
    join sessions s on s.organization_id = $organizationId and s.id = mine.session_id and s.status = 'active' and s.starts_at > now()
    join session_participants p on p.organization_id = $organizationId and p.session_id = s.id and p.user_id <> $userId
  where mine.organization_id = $organizationId and mine.user_id = $userId and not ${isHidden('s.creator_id')}
  order by p.user_id, s.starts_at, s.id)`;

export const gymNameSql = (user: string) => `(select g.name from gyms g
  where g.organization_id = $organizationId and g.id = coalesce(${user}.current_gym_id, ${user}.default_gym_id))`;

/** Aliases: f the friendship, u the friend, t their next shared session. */
const friendJson = `json_build_object('id', f.id, 'friend', ${personJsonSql('u')}, 'gym_name', ${gymNameSql('u')},
  'next_session_together', case when t.id is not null then
    json_build_object('id', t.id, 'title', t.title, 'start_time', ${instantSql('t.starts_at')}, 'timezone',
      (select g.timezone from gyms g where g.organization_id = $organizationId and g.id = t.gym_id)) end,
  'since', ${instantSql('f.created_at')})`;

export const pairValues = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;

const friendStatement = statement(
  'friend',
  pairValues,
)<{ friend: Friend }>(
  `with ${hiddenCte}, ${friendsCte}, ${togetherCte}
  select ${friendJson} as friend from mates f join users u on u.id = f.user_id left join together t on t.user_id = u.id
  where f.user_id = $otherId`,
);

export type Pair = { organizationId: string; userId: string; otherId: string };

/** A friendship as one of the two sees it. */
export async function friendFor(tx: Db, pair: Pair): Promise<Friend> {
  const [row] = await run(tx, friendStatement, pair);
  return row!.friend;
}

export type Page<T> = { count: number; results: T[] };
/** With the results as JSON text. */
export type TextPage = { count: number; results: string };
export type PageOf = { organizationId: string; userId: string; limit: number; offset: number };

export const pageValues = { organizationId: 'uuid', userId: 'uuid', limit: 'int', offset: 'int' } as const;

const listVariant = variants({ ...pageValues, words: 'text[]?' }, { onePlan: true })<TextPage>();

const listStatement = (words: number) =>
  listVariant(
    `friends:${words}`,
    () => `with ${hiddenCte}, ${friendsCte}, ${togetherCte},${words > 0 ? ` ${typedCte(words)},` : ''}
  ranked as (
    select f.*, u.search_name, ${words > 0 ? nameRankSql(words, 'u.search_name') : '0'} as rank
    from mates f join users u on u.id = f.user_id and u.is_active${words > 0 ? ' cross join typed' : ''}
  ),
  found as materialized (select * from ranked where rank is not null),
  page as (select * from found order by rank, search_name, user_id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${friendJson} order by f.rank, f.search_name, f.user_id)
      from page f join users u on u.id = f.user_id left join together t on t.user_id = f.user_id)::text, '[]') as results`,
  );

/** The reader's friends by name, each with the next shared session; with `words`, the best match first: one statement. */
export async function readFriends(read: Read, { words, ...page }: PageOf & { words: readonly string[] }) {
  const [found] = await read(listStatement(words.length), { ...page, words });
  return found!;
}

/** SQL for whether a request waits for its receiver. A declined one stays `pending`: its sender never learns of it. */
export const isWaiting = (request: string) => `(${request}.status = 'pending' and ${request}.declined_at is null)`;

/** SQL for whether a request is between two people, whichever of them sent it. */
export const requestBetween = (request: string, one: string, other: string) =>
  `least(${request}.sender_id, ${request}.receiver_id) = least(${one}, ${other})
    and greatest(${request}.sender_id, ${request}.receiver_id) = greatest(${one}, ${other})`;

/** Aliases: r the request, a its sender, b its recipient. */
const requestJson = `json_build_object('id', r.id, 'sender', ${personJsonSql('a')}, 'receiver', ${personJsonSql('b')},
  'message', r.message, 'status', r.status, 'created_at', ${instantSql('r.created_at')})`;

const requestStatement = statement('friend-request', { organizationId: 'uuid', id: 'uuid' })<{
  request: FriendRequest;
}>(
  `select ${requestJson} as request
  from friend_requests r join users a on a.id = r.sender_id join users b on b.id = r.receiver_id
  where r.organization_id = $organizationId and r.id = $id`,
);

export async function requestOf(tx: Db, organizationId: string, id: string): Promise<FriendRequest> {
  const [row] = await run(tx, requestStatement, { organizationId, id });
  return row!.request;
}

// A block ends a request, so only inactive members have to be left out here.
const requestsStatement = (mine: 'sender' | 'receiver') =>
  statement(
    `friend-requests:${mine}`,
    pageValues,
  )<Page<FriendRequest>>(
    `with found as (
      select r.* from friend_requests r
        join users u on u.id = r.${mine === 'sender' ? 'receiver' : 'sender'}_id and u.is_active
      where r.organization_id = $organizationId and r.${mine}_id = $userId
        and ${mine === 'sender' ? "r.status = 'pending'" : isWaiting('r')}
    ), page as (select * from found order by created_at desc, id desc limit $limit offset $offset)
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(${requestJson} order by r.created_at desc, r.id desc)
        from page r join users a on a.id = r.sender_id join users b on b.id = r.receiver_id), '[]') as results`,
  );
const received = requestsStatement('receiver');
const sent = requestsStatement('sender');

/** Open requests, newest first: received or sent by the reader. */
export async function readRequests(read: Read, which: 'received' | 'sent', page: PageOf) {
  const [found] = await read(which === 'received' ? received : sent, page);
  return found!;
}
