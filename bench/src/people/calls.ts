import type pg from 'pg';
import type { BenchCall } from '../calls/clients.ts';
import type { Text } from '../floor/floor.ts';
import { load } from '../settings.ts';
import type { Person } from '../signed-in.ts';
import { tightPeople } from './tight-people-statements.ts';

/** A member, a chat they are in with its newest message, and somebody they could ask to be a friend. */
export type Chatting = { person: Person; conversationId: string; messageId: string; seq: number; strangerId: string };

export type PeopleCall = {
  name: keyof typeof tightPeople;
  title: string;
  /** Required share of the tight floor's throughput. */
  goal: number;
  method?: 'POST' | 'PUT' | 'PATCH';
  path(one: Chatting): string;
  body?(one: Chatting): object;
  /** The values of the tight statement after organization and member. */
  values?(one: Chatting): unknown[];
};

const READ_GOAL = 0.6;
const WRITE_GOAL = 0.3;
const TEXT = 'Made while measuring';
const EMOJI = '💪';
const typed = ({ strangerId }: Chatting) => `number ${Number.parseInt(strangerId.slice(0, 12), 16) % 1000}`;

export const peopleReads: PeopleCall[] = [
  {
    name: 'conversations',
    title: 'GET /conversations/ (20)',
    goal: READ_GOAL,
    path: () => '/conversations/?page_size=20',
  },
  {
    name: 'messages',
    title: 'GET /conversations/:id/messages/ (30)',
    goal: READ_GOAL,
    path: ({ conversationId }) => `/conversations/${conversationId}/messages/?page_size=30`,
    values: ({ conversationId }) => [conversationId],
  },
  { name: 'unread', title: 'GET /conversations/unread/', goal: READ_GOAL, path: () => '/conversations/unread/' },
  { name: 'friends', title: 'GET /friends/ (50)', goal: READ_GOAL, path: () => '/friends/?page_size=50' },
  {
    name: 'search',
    title: 'GET /friends/search/',
    goal: READ_GOAL,
    path: (one) => `/friends/search/?q=${encodeURIComponent(typed(one))}`,
    values: (one) => typed(one).split(' '),
  },
];

/** Each undoes nothing of the one before; `tidyUp` does. */
export const peopleWrites: PeopleCall[] = [
  {
    name: 'send',
    title: 'POST /conversations/:id/send_message/',
    goal: WRITE_GOAL,
    method: 'POST',
    path: ({ conversationId }) => `/conversations/${conversationId}/send_message/`,
    body: () => ({ content: TEXT }),
    values: ({ conversationId }) => [conversationId, TEXT],
  },
  {
    name: 'react',
    title: 'PUT …/messages/:messageId/reactions/:emoji/',
    goal: WRITE_GOAL,
    method: 'PUT',
    path: ({ conversationId, messageId }) =>
      `/conversations/${conversationId}/messages/${messageId}/reactions/${encodeURIComponent(EMOJI)}/`,
    body: () => ({}),
    values: ({ conversationId, messageId }) => [conversationId, messageId, EMOJI],
  },
  {
    name: 'read',
    title: 'PATCH /conversations/:id/read/',
    goal: WRITE_GOAL,
    method: 'PATCH',
    path: ({ conversationId }) => `/conversations/${conversationId}/read/`,
    body: ({ seq }) => ({ last_read_seq: seq }),
    values: ({ conversationId, seq }) => [conversationId, seq],
  },
  {
    name: 'ask',
    title: 'POST /friends/',
    goal: WRITE_GOAL,
    method: 'POST',
    path: () => '/friends/',
    body: ({ strangerId }) => ({ receiver_id: strangerId, message: TEXT }),
    values: ({ strangerId }) => [strangerId, TEXT],
  },
];

const tidyUp = [
  // Numbers stay as they are: the chat's last number only ever grows.
  `delete from messages where content = '${TEXT}'`,
  `delete from message_reactions where emoji = '${EMOJI}'`,
  'update conversation_members set last_read_seq = 0 where last_read_seq > 0',
  `delete from friend_requests where message = '${TEXT}'`,
  "delete from rate_limits where bucket like 'friend_requests:%'",
];

export async function tidyUpAfter(pool: pg.Pool): Promise<void> {
  for (const text of tidyUp) await pool.query(text);
}

/** The same call for the server and for the tight floor. */
export function requestsFor(call: PeopleCall, chatting: Chatting[]) {
  const { method = 'GET', body } = call;
  const ask = (one: Chatting, path: string): BenchCall => {
    const headers = { authorization: `Bearer ${one.person.token}` };
    if (!body) return { method, path, headers };
    return {
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body(one)),
    };
  };
  return {
    server: chatting.map((one) => ask(one, `/api/v1${call.path(one)}`)),
    tight: chatting.map((one, number) => ask(one, `/tight/${call.name}/${number}`)),
  };
}

export const tightFor = ({ name, values }: PeopleCall, chatting: Chatting[]): Text => ({
  text: tightPeople[name],
  values: chatting.map((one) => [one.person.caller.organizationId, one.person.caller.userId, ...(values?.(one) ?? [])]),
});

const chatsOf = `select distinct on (me) me as "userId", c.id as "conversationId", m.id as "messageId", m.seq,
    (select u.id from users u where u.organization_id = $1 and u.id > me and u.role = 'regular_user' and not exists (
        select from friendships f where f.organization_id = $1 and f.user_low_id = me and f.user_high_id = u.id)
      and not exists (select from blocks b where b.organization_id = $1 and (b.blocker_id, b.blocked_id) in ((me, u.id), (u.id, me)))
      order by u.id offset 40 limit 1) as "strangerId"
  from unnest($2::uuid[]) me join conversations c on c.organization_id = $1 and c.user_low_id = me and c.last_seq >= 30
    join messages m on m.organization_id = $1 and m.conversation_id = c.id and m.seq = c.last_seq
  where not exists (select from blocks b where b.organization_id = $1 and me in (b.blocker_id, b.blocked_id))
  order by me, c.id`;

/** Members with a chat of more than a page. No two of them write to the same chat. */
export async function chattingAmong(pool: pg.Pool, people: Person[], howMany: number): Promise<Chatting[]> {
  const byOrganization = Map.groupBy(people, ({ caller }) => caller.organizationId);
  const found: Chatting[][] = [];
  for (const [organizationId, those] of byOrganization) {
    const byId = new Map(those.map((person) => [person.caller.userId, person]));
    const { rows } = await pool.query<Omit<Chatting, 'person'> & { userId: string }>(chatsOf, [
      organizationId,
      [...byId.keys()],
    ]);
    found.push(
      rows.flatMap(({ userId, ...chat }) =>
        chat.strangerId ? [{ ...chat, seq: Number(chat.seq), person: byId.get(userId)! }] : [],
      ),
    );
  }
  // In turn from each organization.
  const longest = Math.max(...found.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, index) => found.flatMap((those) => those[index] ?? [])).flat();
  const even = Math.min(inTurn.length, howMany);
  if (even < load.connections) throw new Error(`Only ${even} of ${people.length} members have a chat to use.`);
  return inTurn.slice(0, even - (even % load.connections));
}
