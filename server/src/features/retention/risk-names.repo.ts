import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { leaveDays } from './model/risk.policy.ts';
import { isListed } from './retention.read.ts';

// A member named since their last session, or lately, is still the same prediction.
const nameStatement = statement('name-members-at-risk', { organizationId: 'uuid', now: 'timestamptz' })(
  `insert into member_risk_names (organization_id, user_id, named_at)
  select $organizationId, r.user_id, $now from member_risks r
  where r.organization_id = $organizationId and ${isListed('$now')}
    and not exists (select from member_risk_names n where n.organization_id = $organizationId
      and n.user_id = r.user_id
      and n.named_at > least(r.last_session_at, $now - interval '${leaveDays} days'))`,
);

/** Notes who came onto the list tonight, so that owners can see later whether it was right. */
export async function nameMembers(tx: Db, night: { organizationId: string; now: Date }): Promise<void> {
  await run(tx, nameStatement, night);
}
