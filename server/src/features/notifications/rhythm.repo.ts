import { dayAt } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { personZone } from '#platform/logins/person-zone.ts';
import type { Rhythm } from './governor.policy.ts';

type Member = { organizationId: string; userId: string };
type Row = {
  zone: string;
  quiet_hours: boolean;
  quiet_from: string;
  quiet_until: string;
  digest_at: string;
  pushed_on: string | null;
  pushes: number;
  now: Date;
};

const settingsSql = `select n.quiet_hours, to_char(n.quiet_from, 'HH24:MI') as quiet_from,
    to_char(n.quiet_until, 'HH24:MI') as quiet_until, to_char(n.digest_at, 'HH24:MI') as digest_at,
    n.pushed_on::text, n.pushes, clock_timestamp() as now,
    ${personZone('u', '$organizationId')} as zone`;

// A member without settings of their own gets the usual ones, so that there is a row to lock.
const takeStatement = statement('take-rhythm', { organizationId: 'uuid', userId: 'uuid' })<Row>(
  `with n as (insert into notification_settings as kept (user_id) values ($userId)
    on conflict (user_id) do update set user_id = kept.user_id returning kept.*)
  ${settingsSql} from n join users u on u.id = n.user_id`,
);

const readStatement = statement('rhythm', { organizationId: 'uuid', userId: 'uuid' })<Row>(
  `${settingsSql} from notification_settings n join users u on u.id = n.user_id where n.user_id = $userId`,
);

const rhythmOf = ({ zone, quiet_hours, quiet_from, quiet_until, digest_at }: Row): Rhythm => ({
  zone,
  quiet: quiet_hours ? { from: quiet_from, until: quiet_until } : null,
  digestAt: digest_at,
});

/** The member's settings and how many pushes they got today, locked until the commit. */
export async function takeRhythm(tx: Db, member: Member) {
  const [row] = await run(tx, takeStatement, member);
  const today = dayAt(row!.now, row!.zone);
  return { rhythm: rhythmOf(row!), pushes: row!.pushed_on === today ? row!.pushes : 0, now: row!.now, today };
}

/** The member's settings now; undefined when the account is gone. */
export async function readRhythm(read: Read, member: Member) {
  const [row] = await read(readStatement, member);
  return row && { rhythm: rhythmOf(row), now: row.now };
}

const pushesStatement = statement('count-pushes', { userId: 'uuid', today: 'date', pushes: 'int' })(
  'update notification_settings set pushed_on = $today, pushes = $pushes where user_id = $userId',
);

/** How many pushes a member has got today. */
export async function savePushes(tx: Db, pushed: { userId: string; today: string; pushes: number }): Promise<void> {
  await run(tx, pushesStatement, pushed);
}
