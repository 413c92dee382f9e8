/**
 * The tight floor of the calls between people: the smallest statement that keeps the same promise in one round trip. $1 is
 * the organization and $2 the member. It formats no times, writes no live event and notifies nobody.
 */

const person = (user: string) => `json_build_object('id', ${user}.id, 'first_name', ${user}.first_name,
  'last_name', ${user}.last_name, 'avatar_key', ${user}.avatar_key)`;
const hidden = `array(select blocked_id from blocks where organization_id = $1 and blocker_id = $2
  union all select blocker_id from blocks where organization_id = $1 and blocked_id = $2)`;
const isIn = `exists (select from conversation_members me
  where me.organization_id = $1 and me.conversation_id = $3 and me.user_id = $2)`;
const message = `json_build_object('id', m.id, 'seq', m.seq, 'kind', m.kind, 'content', m.content, 'sender', ${person('u')},
  'created_at', m.created_at)`;
const conversation = `json_build_object('id', c.id, 'type', c.kind, 'name', c.name, 'last_seq', c.last_seq,
  'participants', (select json_agg(json_build_object('person', ${person('p')}, 'last_read_seq', w.last_read_seq))
    from conversation_members w join users p on p.id = w.user_id
    where w.organization_id = $1 and w.conversation_id = c.id and p.id <> all(${hidden})),
  'last_message', (select ${message} from messages m join users u on u.id = m.sender_id
    where m.organization_id = $1 and m.conversation_id = c.id and m.seq = c.last_seq),
  'unread_count', (select count(*) from messages m where m.organization_id = $1 and m.conversation_id = c.id
    and m.seq > me.last_read_seq and m.sender_id <> $2),
  'muted_until', me.muted_until, 'archived_at', me.archived_at)`;
const mine = `conversation_members me join conversations c on c.organization_id = $1 and c.id = me.conversation_id
  where me.organization_id = $1 and me.user_id = $2 and me.archived_at is null and c.last_seq > 0
    and (c.kind = 'group' or case when c.user_low_id = $2 then c.user_high_id else c.user_low_id end <> all(${hidden}))`;
const mates = `mates as (
  select user_high_id as user_id, created_at from friendships where organization_id = $1 and user_low_id = $2
  union all select user_low_id, created_at from friendships where organization_id = $1 and user_high_id = $2)`;

/** Whole words before beginnings before parts before slips, as the product ranks names. */
const rank = (word: string) => `case when position(' ' || ${word} || ' ' in u.search_name || ' ') > 0 then 0
  when starts_with(u.search_name, ' ' || ${word}) then 1 when position(' ' || ${word} in u.search_name) > 0 then 2
  when position(${word} in u.search_name) > 0 then 3 when u.search_name ~ slip_pattern(${word}) then 4 end`;

export const tightPeople = {
  conversations: `with found as materialized (select c.id, c.last_message_at from ${mine}),
      page as (select * from found order by last_message_at desc, id desc limit 20)
    select json_build_object('count', (select count(*) from found), 'results', (
      select json_agg(${conversation} order by page.last_message_at desc, page.id desc)
      from page join conversations c on c.organization_id = $1 and c.id = page.id
        join conversation_members me on me.organization_id = $1 and me.conversation_id = c.id and me.user_id = $2))::text as body`,
  messages: `select json_build_object('count', (select c.last_seq from conversations c where c.organization_id = $1 and c.id = $3),
      'results', (select json_agg(${message} order by m.seq desc) from (
        select * from messages m where m.organization_id = $1 and m.conversation_id = $3 and ${isIn}
        order by m.seq desc limit 30) m join users u on u.id = m.sender_id where u.id <> all(${hidden})))::text as body`,
  unread: `select json_build_object('conversation_ids', array(select c.id from ${mine} and c.last_seq > me.last_read_seq
      and exists (select from messages m where m.organization_id = $1 and m.conversation_id = c.id
        and m.seq > me.last_read_seq and m.sender_id <> $2) order by c.last_message_at desc limit 100))::text as body`,
  friends: `with ${mates}, found as (select f.user_id, f.created_at, u.search_name from mates f join users u on u.id = f.user_id and u.is_active),
      together as (select distinct on (p.user_id) p.user_id, s.id, s.title, s.starts_at
        from session_participants mine join sessions s on s.organization_id = $1 and s.id = mine.session_id
            and s.status = 'active' and s.starts_at > now()
          join session_participants p on p.organization_id = $1 and p.session_id = s.id
        where mine.organization_id = $1 and mine.user_id = $2 order by p.user_id, s.starts_at)
    select json_build_object('count', (select count(*) from found), 'results', (
      select json_agg(json_build_object('friend', ${person('u')}, 'gym', g.name, 'since', f.created_at,
        'next', case when t.id is not null then json_build_object('id', t.id, 'title', t.title, 'at', t.starts_at) end)
        order by f.search_name, f.user_id)
      from (select * from found order by search_name, user_id limit 50) f join users u on u.id = f.user_id
        left join gyms g on g.organization_id = $1 and g.id = u.current_gym_id left join together t on t.user_id = u.id))::text as body`,
  search: `with found as materialized (select * from (
      select u.id, u.search_name, ${rank('$3')} + ${rank('$4')} as rank from users u
      where u.organization_id = $1 and u.id <> $2 and u.is_active and u.id <> all(${hidden})) ranked where rank is not null),
      ${mates}
    select json_build_object('count', (select count(*) from found), 'results', (
      select json_agg(json_build_object('person', ${person('u')}, 'gym', g.name,
        'friends', exists (select from mates where mates.user_id = u.id),
        'asked', (select r.sender_id from friend_requests r where r.organization_id = $1 and r.status = 'pending'
          and (r.sender_id, r.receiver_id) in (($2, u.id), (u.id, $2)))) order by f.rank, f.search_name, f.id)
      from (select * from found order by rank, search_name, id limit 20) f join users u on u.id = f.id
        left join gyms g on g.organization_id = $1 and g.id = u.current_gym_id))::text as body`,
  send: `with said as (
      insert into messages (organization_id, conversation_id, id, sender_id, content)
      select $1, $3, gen_random_uuid(), $2, $4 where ${isIn} returning *)
    select ${message}::text as body from said m join users u on u.id = m.sender_id`,
  react: `with m as materialized (select * from messages m where m.organization_id = $1 and m.id = $4 and m.conversation_id = $3
        and m.deleted_at is null and ${isIn} for no key update),
      added as (insert into message_reactions (organization_id, conversation_id, seq, user_id, emoji)
        select $1, conversation_id, seq, $2, $5 from m on conflict do nothing)
    select json_build_object('message', ${message}, 'reactions', (select json_agg(json_build_object('emoji', emoji, 'user_id', user_id))
      from message_reactions r where r.organization_id = $1 and r.conversation_id = $3 and r.seq = m.seq), 'added', $5)::text as body
    from m join users u on u.id = m.sender_id`,
  read: `with moved as (update conversation_members me set last_read_seq = least($4::bigint, c.last_seq) from conversations c
        where me.organization_id = $1 and me.conversation_id = $3 and me.user_id = $2
          and c.organization_id = $1 and c.id = $3 and me.last_read_seq < least($4::bigint, c.last_seq) returning me.last_read_seq)
    select json_build_object('conversation', ${conversation}, 'read', (select last_read_seq from moved))::text as body
    from ${mine} and c.id = $3`,
  ask: `with known as materialized (select u.id from users u where u.organization_id = $1 and u.id = $3 and u.is_active
        and u.id <> all(${hidden}) and not exists (select from friendships f where f.organization_id = $1
          and f.user_low_id = least($2::uuid, $3::uuid) and f.user_high_id = greatest($2::uuid, $3::uuid))),
      asked as (insert into friend_requests (organization_id, id, sender_id, receiver_id, message)
        select $1, gen_random_uuid(), $2, id, $4 from known returning *)
    select json_build_object('id', r.id, 'sender', ${person('a')}, 'receiver', ${person('b')}, 'message', r.message, 'status', r.status,
      'created_at', r.created_at)::text as body
    from asked r join users a on a.id = r.sender_id join users b on b.id = r.receiver_id`,
};
