import type pg from 'pg';

/*
 * What members have with each other, on top of `fill.ts`: twenty conversations and fifty friends each. Members are numbered
 * within their organization, and each knows those a few numbers away. Blocked people (three numbers away) are left out.
 */

const numbered = `numbered as materialized (select organization_id, id, row_number() over members - 1 as n,
    count(*) over (partition by organization_id) as people
  from users window members as (partition by organization_id order by id))`;
/** Each member, and the member `apart` numbers on. */
const pairs = (from: number, to: number) => `${numbered}, pairs as (
  select a.organization_id, apart, least(a.id, b.id) as low, greatest(a.id, b.id) as high, a.id as one,
    md5(a.id::text || apart)::uuid as pair_id
  from numbered a cross join generate_series(${from}, ${to}) apart
    join numbered b on b.organization_id = a.organization_id and b.n = (a.n + apart) % a.people)`;

const MESSAGES = 1;
const tables = ['friendships', 'friend_requests', 'conversations', 'conversation_members', 'messages'];
const triggers = (how: 'disable' | 'enable') => tables.map((table) => `alter table ${table} ${how} trigger user`);

const statements = [
  'set statement_timeout = 0',
  ...triggers('disable'),
  `with ${pairs(4, 28)} insert into friendships (organization_id, id, user_low_id, user_high_id)
    select organization_id, pair_id, low, high from pairs on conflict do nothing`,
  // One request that waits and one that was accepted: an empty table is read from its start to its end.
  `with ${pairs(100, 101)} insert into friend_requests (organization_id, id, sender_id, receiver_id, status, created_at, answered_at)
    select organization_id, pair_id, low, high, case apart when 100 then 'pending' else 'accepted' end, now() - interval '9 days',
      case apart when 101 then now() - interval '8 days' end from pairs`,
  // `fill.ts` has made the conversations of neighbors.
  `with ${pairs(4, 12)} insert into conversations (organization_id, id, kind, user_low_id, user_high_id, created_by,
      member_count, last_seq, last_message_at)
    select organization_id, pair_id, 'direct', low, high, one, 2, ${MESSAGES}, now() - apart * interval '1 hour' from pairs
    on conflict do nothing`,
  `insert into conversation_members (organization_id, conversation_id, user_id)
    select organization_id, id, unnest(array[user_low_id, user_high_id]) from conversations on conflict do nothing`,
  `insert into messages (organization_id, conversation_id, seq, id, sender_id, content, created_at)
    select organization_id, id, seq, gen_random_uuid(), case when seq % 2 = 0 then user_low_id else user_high_id end,
      'Are you in on Thursday? Message ' || seq, last_message_at - (last_seq - seq) * interval '1 minute'
    from conversations cross join generate_series(1, ${MESSAGES}) seq where last_seq = ${MESSAGES}`,
  // A chat of neighbors has more than one page.
  `with longer as (update conversations set last_seq = last_seq + 20, last_message_at = now() where last_seq > ${MESSAGES} returning *)
    insert into messages (organization_id, conversation_id, seq, id, sender_id, content, created_at)
    select organization_id, id, seq, gen_random_uuid(), case when seq % 2 = 0 then user_low_id else user_high_id end,
      'Same time next week? Message ' || seq, now() - (last_seq - seq) * interval '1 minute'
    from longer, lateral generate_series(last_seq - 19, last_seq) seq`,
  ...triggers('enable'),
  `insert into message_reactions (organization_id, conversation_id, seq, user_id, emoji)
    select m.organization_id, m.conversation_id, m.seq, m.sender_id, '🔥' from messages m where m.seq = ${MESSAGES}`,
  'vacuum analyze',
];

export async function fillPeople(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    client.release(true);
  }
}
