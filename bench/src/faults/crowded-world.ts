import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largestGroup } from '@spotter/contract/limits.ts';
import { newId } from '@spotter/server/platform/ids.ts';
import { untilJobsAreDone } from '../server-process.ts';
import { ask } from './traffic.ts';
import { createWorld, newFolder, type World } from './world.ts';

export type Account = { id: string; token: string };

/** Two organizations of a thousand members, one of them with everything as large as it may become. */
export type Crowd = {
  world: World;
  /** Where the server tells how long its main thread was busy. */
  stalls: string;
  /** In the largest group and the fullest session. */
  members: Account[];
  gymAdmins: Account[];
  orgAdmin: Account;
  superAdmin: Account;
  /** Members of both organizations who misbehave in no case, each with a conversation of their own. */
  quiet: (Account & { conversation: string; session: string })[];
  /** Ids, codes and tokens of what the calls are about, by kind. */
  things: Record<string, string[]>;
};

const LONG = 'Same time next week, and bring a towel. '.repeat(100);

export async function createCrowd(env: Record<string, string> = {}): Promise<Crowd> {
  const folder = newFolder();
  const stalls = join(folder, 'stalls');
  const preload = fileURLToPath(new URL('./stalls.ts', import.meta.url));
  const world = await createWorld({
    folder,
    organizations: 2,
    withMessages: true,
    env: { NODE_OPTIONS: `--import=${preload}`, STALLS_SOCKET: stalls, ...env },
  });
  const { pool } = world;
  const ids = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const [organization = '', elsewhere = ''] = await ids('select id from organizations order by id');
  const gyms = await ids('select id from gyms where organization_id = $1 order by id', [organization]);
  const people = await ids(
    `select user_id as id from user_gyms g join users u on u.id = g.user_id
     where g.gym_id = $1 and u.role = 'regular_user' order by 1`,
    [gyms[0]],
  );
  const account = async (id = ''): Promise<Account> => ({ id, token: await world.tokenFor(id) });
  const accounts = (some: string[]) => Promise.all(some.map(account));

  const group = newId();
  const session = newId();
  // Nobody in these lists misbehaves: they are who the calls are about.
  const victims = people.slice(60, 60 + largestGroup);
  await pool.query(
    `insert into conversations (organization_id, id, kind, name) values ($1, $2, 'group', 'The largest group')`,
    [organization, group],
  );
  await pool.query(
    `insert into conversation_members (organization_id, conversation_id, user_id, role)
     select $1, $2, id, case when number <= 40 then 'admin' else 'member' end
     from unnest($3::uuid[]) with ordinality p(id, number)`,
    [organization, group, [...people.slice(0, 40), ...victims.slice(0, largestGroup - 40)]],
  );
  await pool.query(
    `insert into messages (organization_id, conversation_id, seq, id, sender_id, content)
     select $1, $2, n, gen_random_uuid(), ($3::uuid[])[n % 40 + 1], left($4, 4000) from generate_series(1, 500) n`,
    [organization, group, people, LONG],
  );
  await pool.query(
    `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, description, starts_at, ends_at,
       max_participants, share_token)
     values ($1, $2, $3, $4, 'strength', 'The fullest session', left($5, 2000), now() + interval '1 day',
       now() + interval '25 hours', 500, $6)`,
    [organization, session, gyms[0], people[0], LONG, session.replaceAll('-', '')],
  );
  await pool.query(
    'insert into session_participants (organization_id, session_id, user_id) select $1, $2, unnest($3::uuid[])',
    [organization, session, [...people.slice(0, 40), ...victims]],
  );
  await pool.query(
    `insert into session_messages (organization_id, session_id, seq, id, sender_id, content)
     select $1, $2, n, gen_random_uuid(), $3, left($4, 4000) from generate_series(1, 200) n`,
    [organization, session, people[0], LONG],
  );
  await pool.query(
    `insert into audit_log (id, organization_id, actor_id, action, target_type, target_id, request_id, created_at)
     select gen_random_uuid(), $1, $2, 'user.updated', 'user', $2, 'request-' || n, now() - n * interval '5 minutes'
     from generate_series(1, 20000) n`,
    [organization, people[0]],
  );
  const admins = people.slice(50, 54);
  await pool.query(`update users set role = 'gym_admin' where id = any($1)`, [admins]);
  await pool.query(
    `insert into user_gyms (organization_id, user_id, gym_id) select $1, u, g from unnest($2::uuid[]) u, unnest($3::uuid[]) g
     on conflict do nothing`,
    [organization, admins, gyms],
  );
  await pool.query('update user_gyms set manages = true where user_id = any($1)', [admins]);
  const override = newId();
  await pool.query(
    `insert into schedule_overrides (organization_id, id, gym_id, first_day, last_day, closed)
     values ($1, $2, $3, current_date + 60, current_date + 61, true)`,
    [organization, override, gyms[0]],
  );
  const superAdmin = newId();
  await pool.query(
    `insert into users (id, email, role, first_name, last_name, email_verified, onboarding_completed)
     values ($1, 'super@drill.example', 'super_admin', 'Sam', 'Stone', true, true)`,
    [superAdmin],
  );
  const quietIds = [
    ...people.slice(-4),
    ...(await ids(
      `select id from users where organization_id = $1 and role = 'regular_user' order by id desc limit 4`,
      [elsewhere],
    )),
  ];
  const [orgAdmin] = await ids(`select id from users where role = 'org_admin' and organization_id = $1`, [
    organization,
  ]);
  const crowd: Crowd = {
    world,
    stalls,
    members: await accounts(people.slice(0, 40)),
    gymAdmins: await accounts(admins),
    orgAdmin: await account(orgAdmin),
    superAdmin: await account(superAdmin),
    quiet: await Promise.all(quietIds.map(async (id) => ({ ...(await account(id)), ...(await ownThings(world, id)) }))),
    things: {
      organization: [organization],
      gym: gyms,
      member: victims,
      groupMember: victims.slice(0, largestGroup - 40),
      override: [override],
      group: [group],
      session: [
        session,
        ...(await ids(
          'select id from sessions where organization_id = $1 and gym_id = $2 order by starts_at desc limit 400',
          [organization, gyms[0]],
        )),
      ],
      message: await ids('select id from messages where conversation_id = $1 and sender_id = $2 limit 1', [
        group,
        people[0],
      ]),
      notification: await ids('select id from notifications where user_id = $1 limit 1', [people[0]]),
      hours: await ids('select id from operating_hours where gym_id = $1', [gyms[0]]),
      shareToken: [session.replaceAll('-', '')],
    },
  };
  await addDeskThings(crowd);
  // The figures of so much new data are counted first.
  await untilJobsAreDone(pool);
  return crowd;
}

/** A conversation and a session that a member has from before. */
async function ownThings({ pool }: World, id: string): Promise<{ conversation: string; session: string }> {
  const { rows } = await pool.query<{ conversation: string; session: string }>(
    `select m.conversation_id as conversation, (select s.id from sessions s
       join user_gyms g on g.gym_id = s.gym_id and g.user_id = m.user_id
       where s.starts_at > now() and not exists (select from session_participants p where p.session_id = s.id and p.user_id = m.user_id)
       order by s.starts_at desc limit 1) as session
     from conversation_members m where m.user_id = $1 limit 1`,
    [id],
  );
  return { conversation: rows[0]?.conversation ?? '', session: rows[0]?.session ?? '' };
}

/** What staff make at their desks, made by calls. A call that is refused leaves the thing out. */
async function addDeskThings({ world, members, gymAdmins, orgAdmin, things }: Crowd): Promise<void> {
  const [organization, gym, member, session] = [things.organization, things.gym, things.member, things.session].map(
    (list) => list?.[0] ?? '',
  );
  const add = async (kind: string, path: string, { token }: Account, body: object, field = 'id') => {
    const reply = await ask(world, path, { method: 'POST', token, body });
    const value = reply.body[field];
    if (typeof value === 'string') things[kind] = [value];
    else console.error(`  no ${kind}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
  };
  const [admin, host, other] = [gymAdmins[0]!, members[0]!, members[1]!];
  const tomorrow = new Date(Date.now() + 86_400_000 * 1.5).toISOString();
  await add('inviteCode', '/gyms/invite-codes/', admin, { gym_id: gym, label: 'Drill' });
  await add('inviteText', '/gyms/invite-codes/', admin, { gym_id: gym, label: 'Drill' }, 'code');
  await add('note', `/admin/users/${member}/notes/`, admin, { text: 'Prefers mornings.' });
  await add('theme', `/organizations/${organization}/saved-themes/`, orgAdmin, { name: 'Drill', theme: {} });
  await add('announcement', '/admin/announcements/', admin, {
    title: 'News',
    body: LONG.slice(0, 3_900),
    gym_id: gym,
    send_at: tomorrow,
  });
  await add('report', '/reports/', host, { kind: 'user', id: member, reason: 'spam', note: 'A report.' });
  await add('proposal', `/sessions/${session}/proposals/`, other, { proposed_time: tomorrow, message: 'Later?' });
  await add('friendRequest', '/friends/', other, { receiver_id: host.id, message: 'Hi' });
  await add('feed', '/users/me/calendar-feed/', host, {}, 'url');
  const feed = /([\w.~-]+)\.ics/.exec(things.feed?.[0] ?? '')?.[1];
  things.feed = feed ? [feed] : [];
  const { rows } = await world.pool.query<{ code: string }>(
    'select personal_share_code as code from users where id = $1',
    [host.id],
  );
  things.shareCode = rows.map(({ code }) => code);
}
