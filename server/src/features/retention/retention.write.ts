import { dismissDays } from '@spotter/contract/desk/retention.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Member = { organizationId: string; id: string };

const dismissStatement = statement('dismiss-risk', { organizationId: 'uuid', id: 'uuid', by: 'uuid' })(
  `insert into member_risk_dismissals (organization_id, user_id, dismissed_by, until)
  values ($organizationId, $id, $by, now() + interval '${dismissDays} days')
  on conflict (organization_id, user_id) do update set dismissed_by = excluded.dismissed_by, until = excluded.until`,
);

/** Takes a member off the list for a while. */
export async function dismissRisk(tx: Db, member: Member & { by: string }): Promise<void> {
  await run(tx, dismissStatement, member);
}

const restoreStatement = statement('restore-risk', { organizationId: 'uuid', id: 'uuid' })(
  'delete from member_risk_dismissals where organization_id = $organizationId and user_id = $id',
);

export async function restoreRisk(tx: Db, member: Member): Promise<void> {
  await run(tx, restoreStatement, member);
}
