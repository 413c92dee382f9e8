import { reminderMinutes } from '@spotter/contract/sessions/limits.ts';
import { z } from 'zod';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';
import * as repo from './reminders.repo.ts';

/** A reminder delayed longer than this (the server was down) would state a wrong time. */
const PATIENCE_MINUTES = 10;

/**
 * Reminds members of sessions that are about to start, once at each mark. A member who joins after a mark gets no
 * reminder for it. The transaction that sends a reminder also records it, so a restart does not send it again.
 */
export const remindOfSessions = defineJob({
  name: 'remind_of_sessions',
  payload: z.object({}),
  async run({ db, inside, log }) {
    const marks = { marks: reminderMinutes, patience: PATIENCE_MINUTES };
    for (const due of await repo.findDue(db, marks))
      await inTransaction(inside(due), (tx) => remind(tx, due)).catch((err) =>
        log.warn({ err, session_id: due.sessionId }, 'a reminder was not sent this time'),
      );
  },
});

export const remindOfSessionsTimetable = { job: remindOfSessions, match: '* * * * *' };

async function remind(tx: Db, due: repo.Due): Promise<void> {
  const { organizationId, sessionId, minutes } = due;
  const to = await repo.recordReminders(tx, due);
  tell(tx, notification({ organizationId, kind: 'session_starts_soon', to, sessionId, data: { minutes } }));
}
