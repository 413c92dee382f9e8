import { reminderMinutes } from '@spotter/contract/sessions/limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';

/** A reminder delayed longer than this (the server was down) would state a wrong time. */
const PATIENCE_MINUTES = 10;

type Due = { organizationId: string; sessionId: string; minutes: number };

/**
 * Reminds members of sessions that are about to start, once at each mark. A member who joins after a mark gets no
 * reminder for it. The transaction that sends a reminder also records it, so a restart does not send it again.
 */
export const remindOfSessions = defineJob({
  name: 'remind_of_sessions',
  payload: z.object({}),
  async run({ db, inside, log }) {
    const { rows } = await sql<Due>`
      select s.organization_id as "organizationId", s.id as "sessionId", mark.minutes
      from unnest(${reminderMinutes}::int[]) as mark (minutes)
        join sessions s on s.status = 'active'
          and s.starts_at <= now() + make_interval(mins => mark.minutes)
          and s.starts_at > now() + make_interval(mins => mark.minutes - ${PATIENCE_MINUTES}::int)
        join organizations o on o.id = s.organization_id and o.is_active
      where exists (select from session_participants p
        where p.organization_id = s.organization_id and p.session_id = s.id
          and p.joined_at <= s.starts_at - make_interval(mins => mark.minutes)
          and not exists (select from session_reminders r where r.organization_id = p.organization_id
            and r.session_id = p.session_id and r.user_id = p.user_id and r.minutes_before = mark.minutes))
      order by s.starts_at`.execute(db);
    for (const due of rows)
      await inTransaction(inside(due), (tx) => remind(tx, due)).catch((err) =>
        log.warn({ err, session_id: due.sessionId }, 'a reminder was not sent this time'),
      );
  },
});

export const remindOfSessionsTimetable = { job: remindOfSessions, match: '* * * * *' };

async function remind(tx: Db, { organizationId, sessionId, minutes }: Due): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    insert into session_reminders (organization_id, session_id, user_id, minutes_before)
    select p.organization_id, p.session_id, p.user_id, ${minutes}
    from session_participants p join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = ${organizationId} and p.session_id = ${sessionId} and s.status = 'active'
      and p.joined_at <= s.starts_at - make_interval(mins => ${minutes})
      and s.starts_at <= now() + make_interval(mins => ${minutes})
    order by p.user_id on conflict do nothing returning user_id`.execute(tx);
  const to = rows.map(({ user_id }) => user_id);
  tell(tx, notification({ organizationId, kind: 'session_starts_soon', to, sessionId, data: { minutes } }));
}
