import { setTimeout as sleep } from 'node:timers/promises';
import { refreshFigures } from '@spotter/server/features/analytics/index.ts';
import { refreshMemberRisks } from '@spotter/server/features/retention/index.ts';
import type { AnyJob } from '@spotter/server/platform/jobs/define.ts';
import type pg from 'pg';
import { run, type Step, unburden } from '../fill.ts';

export const MEMBERS = 50_000;
const SESSIONS = 26_000;
const LONGEST_WAIT = 20 * 60_000;
export const ORGANIZATION = '01900000-0000-7000-8000-00000000b05a';
export const FIRST_GYM = '01930001-0000-7000-8000-000000000001';

const id = (kind: string, n: string) => `('0193${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const gym = (n: string) => id('0001', n);
const user = (n: string) => id('0002', n);
const session = (n: string) => id('0003', n);
const announcement = (n: string) => id('0004', n);
const chat = (n: string) => id('0005', n);

const pick = (words: string, n: string) => {
  const list = words.split(' ');
  return `(array['${list.join("', '")}'])[(${n}) % ${list.length} + 1]`;
};
const firstName = (n: string) =>
  pick(
    'Ana Ben Cleo Dov Eve Finn Gia Hugo Ida Jon Kim Lea Max Nia Olga Pia Quinn Rosa Sam Tess Uma Vic Wanda Xenia Yann Zoë',
    `${n} * 7`,
  );
const lastName = (n: string) =>
  `${pick('Al Ber Cas Dor El Fer Gar Hol Iv Jan Kor Lin Mar Nor Ol Pet Ros San Tor Ul Var Wes Yor Zim', `${n} / 3`)}
    || ${pick('berg dal din dottir er feld ford ic ing ini ková leigh man more ner ov quist ro sen ski son stein ton worth', `${n} / 71`)}`;

/** A regular trains every week or two; a third of them stopped about three weeks ago. */
const REGULARS = 2_500;
const regular = `lateral (select (s * 4 + p) * 7 % ${REGULARS} as r) regular`;
const participant = `case when p < 4 and (r % 3 > 0 or s % 365 > 20) then 3 + r else 3 + (s * 7919 + p * 631) % ${MEMBERS - 2} end`;

/** Three locations, a year of sessions with eight people each, and members who came over three years. */
const people = [
  `insert into organizations (id, name) values ('${ORGANIZATION}', 'A gym of fifty thousand')`,
  `insert into gyms (organization_id, id, name, address, timezone) select '${ORGANIZATION}', ${gym('g')}, 'Location ' || g,
      '1 Long Street', (array['Europe/London', 'Europe/Berlin', 'America/New_York'])[g] from generate_series(1, 3) g`,
  // The first member owns the gym, the second manages its first location.
  `insert into users (id, organization_id, role, email, email_verified, first_name, last_name, phone, default_gym_id, current_gym_id, gym_ids,
      password_hash, is_active, onboarding_completed, last_seen_at, created_at)
    select ${user('n')}, '${ORGANIZATION}', case n when 1 then 'org_admin' when 2 then 'gym_admin' else 'regular_user' end,
      replace(btrim(fold_name(first_name || ' ' || last_name)), ' ', '.') || n || '@' || ${pick('mail post gym', 'n')} || '.example', true, first_name, last_name,
      case when n % 3 = 0 then '+49 170 ' || 1000000 + n end, ${gym('n % 3 + 1')}, ${gym('n % 3 + 1')},
      array[case n when 2 then '${FIRST_GYM}' else ${gym('n % 3 + 1')} end],
      case when n % 10 > 0 then 'x' end, n % 20 <> 7, n % 5 <> 3, case when n % 10 > 0 then now() - n % 90 * interval '1 day' end,
      now() - (n * 7919 % 1095) * interval '1 day'
    from generate_series(1, ${MEMBERS}) n, lateral (select ${firstName('n')} as first_name, ${lastName('n')} as last_name) name`,
  `insert into user_gyms (organization_id, user_id, gym_id, created_at, manages)
    select '${ORGANIZATION}', id, case role when 'gym_admin' then '${FIRST_GYM}' else default_gym_id end, created_at, role = 'gym_admin'
    from users where organization_id = '${ORGANIZATION}'`,
  `insert into logins (id, user_id, method, user_agent, expires_at)
    select gen_random_uuid(), ${user('n')}, 'password', 'bench', now() + interval '30 days' from generate_series(1, 2) n`,
  `insert into sessions (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at)
    select '${ORGANIZATION}', ${session('s')}, ${gym('s % 3 + 1')}, ${user(`3 + s * 7919 % ${MEMBERS - 2}`)},
      (array['strength', 'cardio', 'classes', 'sports', 'flexibility'])[s % 5 + 1], 'Session ' || s, starts, starts + interval '1 hour'
    from generate_series(1, ${SESSIONS}) s, lateral (select date_trunc('hour', now()) - (s % 365) * interval '1 day'
      - (s * 31 % 15) * interval '1 hour' as starts) t`,
  `insert into session_participants (organization_id, session_id, user_id, attended)
    select '${ORGANIZATION}', ${session('s')}, ${user(participant)}, p % 9 <> 7
    from generate_series(1, ${SESSIONS}) s, generate_series(0, 7) p, ${regular} on conflict do nothing`,
  'analyze sessions, session_participants',
  `update sessions s set current_participants = p.people
    from (select session_id, count(*) as people from session_participants where organization_id = '${ORGANIZATION}' group by 1) p
    where s.organization_id = '${ORGANIZATION}' and s.id = p.session_id`,
  `insert into analytics_changes (organization_id, gym_id) select organization_id, id from gyms
    where organization_id = '${ORGANIZATION}'`,
];

/** A long audit log, and a year of announcements to everybody. */
const desk = [
  `insert into audit_log (id, organization_id, actor_id, emulating, action, target_type, target_id, request_id, created_at)
    select gen_random_uuid(), '${ORGANIZATION}', ${user('n % 2 + 1')}, n % 50 in (24, 25),
      case when n % 50 = 25 then 'updateUser' else (array['user.updated', 'user.deactivated', 'theme.published', 'user.role_changed'])[n % 4 + 1] end,
      case when n % 50 = 25 then 'request' when n % 4 = 2 then 'organization' else 'user' end, ${user(`n * 31 % ${MEMBERS} + 1`)},
      'request-' || n / 2, now() - n / 2 * interval '5 minutes'
    from generate_series(1, 100000) n`,
  `insert into announcements (organization_id, id, gym_id, author_id, title, body, status, send_at, sent_at, recipients)
    select '${ORGANIZATION}', ${announcement('n')}, case when n % 3 = 0 then ${gym('n % 2 + 1')} end, ${user('1')},
      'News ' || n, repeat('What is new this week. ', 20), 'sent', sent, sent, ${MEMBERS} from generate_series(1, 60) n,
      lateral (select now() - n * interval '6 days' as sent) t`,
  `insert into notifications (organization_id, id, user_id, kind, announcement_id, read_at, created_at, happened_at)
    select '${ORGANIZATION}', gen_random_uuid(), ${user('m')}, 'announcement', ${announcement('n')},
      case when m % 5 < 3 then now() end, now() - n * interval '6 days', now() - n * interval '6 days'
    from generate_series(1, 12) n, generate_series(3, ${MEMBERS}) m`,
];

/** Twenty groups of the owner with 10,000 messages each: 'Thursday' is in more than half of them. */
const chats = [
  `insert into conversations (organization_id, id, kind, name) select '${ORGANIZATION}', ${chat('c')}, 'group', 'Group ' || c
    from generate_series(1, 20) c`,
  `insert into conversation_members (organization_id, conversation_id, user_id)
    select '${ORGANIZATION}', ${chat('c')}, ${user('case m when 0 then 1 else c * 20 + m end')}
    from generate_series(1, 20) c, generate_series(0, 7) m`,
  `insert into messages (organization_id, conversation_id, seq, id, sender_id, content, created_at)
    select '${ORGANIZATION}', ${chat('c')}, s, gen_random_uuid(), ${user('c * 20 + s % 7 + 1')},
      case when s % 9 < 5 then 'Are you in on Thursday? ' else 'Same time next week, ' end || 'message ' || s
        || case when s % 5000 = 7 then ' with kettlebells' else '' end, now() - (10000 - s) * interval '5 minutes' - c * interval '7 seconds'
    from generate_series(1, 20) c, generate_series(1, 10000) s`,
  `update conversations set last_seq = 10000, last_message_at = now() where organization_id = '${ORGANIZATION}'`,
];

/** Where triggers would only count what the rows already say, and foreign keys are checked at once. */
const bulky = ['users', 'user_gyms', 'sessions', 'session_participants', 'notifications', 'messages'];

const queue = (pool: pg.Pool, { name }: AnyJob) =>
  pool.query(
    `select enqueue_job(identifier => $1, payload => '{}', run_at => null, max_attempts => 1, job_key => null)`,
    [name],
  );

async function until(pool: pg.Pool, what: string, text: string): Promise<void> {
  const began = performance.now();
  while ((await pool.query(text)).rows.length === 0) {
    if (performance.now() - began > LONGEST_WAIT) throw new Error(`${what} took too long.`);
    await sleep(500);
  }
  console.log(`  ${what} in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** One large organization; a running server counts its figures and computes its risks. */
export async function fillOwners(pool: pg.Pool): Promise<void> {
  const triggers = (how: string) => bulky.map((table): Step => [`alter table ${table} ${how} trigger user`]);
  const rows = [...people, ...desk, ...chats].map((text): Step => [text]);
  const restore = await unburden(pool, bulky, { isServerRunning: true });
  await run(pool, [...triggers('disable'), ...rows, ...restore, ...triggers('enable'), ['vacuum analyze']]);
  await queue(pool, refreshFigures);
  await until(
    pool,
    'figures counted',
    `select where not exists (select from analytics_changes where organization_id = '${ORGANIZATION}')`,
  );
  // The nightly job may have run while there was nothing yet.
  await pool.query(`delete from member_risk_runs where organization_id = '${ORGANIZATION}'`);
  await queue(pool, refreshMemberRisks);
  await until(pool, 'risks computed', `select from member_risk_runs where organization_id = '${ORGANIZATION}'`);
  await pool.query('vacuum analyze');
}
