import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** A session at one of the marks, so many minutes before its start. */
export type Due = { organizationId: string; sessionId: string; minutes: number };

const dueStatement = statement('due-reminders', { marks: 'int[]', patience: 'int' })<Due>(
  `select s.organization_id as "organizationId", s.id as "sessionId", mark.minutes
  from unnest($marks) as mark (minutes)
    join sessions s on s.status = 'active'
      and s.starts_at <= now() + make_interval(mins => mark.minutes)
      and s.starts_at > now() + make_interval(mins => mark.minutes - $patience)
    join organizations o on o.id = s.organization_id and o.is_active
  where exists (select from session_participants p
    where p.organization_id = s.organization_id and p.session_id = s.id
      and p.joined_at <= s.starts_at - make_interval(mins => mark.minutes)
      and not exists (select from session_reminders r where r.organization_id = p.organization_id
        and r.session_id = p.session_id and r.user_id = p.user_id and r.minutes_before = mark.minutes))
  order by s.starts_at`,
);

/** Sessions of all organizations with members to remind, soonest first; not those whose mark passed `patience` minutes ago. */
export const findDue = (db: Db, marks: { marks: readonly number[]; patience: number }): Promise<Due[]> =>
  run(db, dueStatement, marks);

const recordStatement = statement('record-reminders', { organizationId: 'uuid', sessionId: 'uuid', minutes: 'int' })<{
  user_id: string;
}>(
  `insert into session_reminders (organization_id, session_id, user_id, minutes_before)
  select p.organization_id, p.session_id, p.user_id, $minutes
  from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
  where p.organization_id = $organizationId and p.session_id = $sessionId and s.status = 'active'
    and p.joined_at <= s.starts_at - make_interval(mins => $minutes)
    and s.starts_at <= now() + make_interval(mins => $minutes)
  order by p.user_id on conflict do nothing returning user_id`,
);

/** Records the reminders of a mark, and returns the members who have none yet. */
export const recordReminders = async (tx: Db, due: Due): Promise<string[]> =>
  (await run(tx, recordStatement, due)).map(({ user_id }) => user_id);
