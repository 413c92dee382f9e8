import type { SessionDecisions } from '@spotter/contract/gyms/affected-sessions.ts';
import { lockOpenGyms, markHoursSet } from '#features/gyms/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { AuditEdit } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { dryRun } from '#platform/db/dry-run.ts';
import { fail } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { sessionsInsideHours, sessionsOutsideHours } from './affected.repo.ts';
import { SHOWN, settleSessions, shown } from './affected.service.ts';

/** Locks open gyms the caller manages, in one order; no session starts or moves there before the commit. */
export async function lockGyms(tx: Db, { caller }: MemberCtx, gymIds: readonly string[]) {
  refuseUnmanagedGyms(caller, gymIds);
  const gyms = await lockOpenGyms(tx, caller.organizationId, gymIds);
  if (gyms.length < gymIds.length) throw fail('gym_not_found');
  return gyms;
}

/** One change of hours, ready to be made in a transaction. */
type Change<T> = {
  gymIds: readonly string[];
  /** The days it concerns; absent: all of them. */
  days?: { from: string; to: string };
  action: AuditAction;
  data: object;
  edits: AuditEdit[];
  make(): Promise<T>;
};

/** Finds the change under the locks of its gyms. */
type Plan<T> = (tx: Db) => Promise<Change<T>>;

/** `timed` as in `sessionsOutsideHours`. */
async function makeChange<T>(
  tx: Db,
  { caller: { organizationId } }: MemberCtx,
  change: Change<T>,
  timed: number | null,
) {
  const { gymIds, days } = change;
  const reach = { organizationId, gymIds, from: days?.from ?? null, to: days?.to ?? null };
  const ids = await sessionsInsideHours(tx, reach);
  const made = await change.make();
  return { made, affected: await sessionsOutsideHours(tx, { organizationId, ids, timed }) };
}

/** The sessions a change would affect: it is made, looked at and taken back, so it can't differ from saving. */
export async function previewChange<T>(ctx: MemberCtx, plan: Plan<T>) {
  const { affected } = await dryRun(ctx, async (tx) => makeChange(tx, ctx, await plan(tx), SHOWN));
  return shown(affected);
}

/** Saves a change of hours and does with the affected sessions what was decided. */
export function saveChange<T>(ctx: MemberCtx, decisions: SessionDecisions | undefined, plan: Plan<T>): Promise<T> {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const change = await plan(tx);
    const { made, affected } = await makeChange(tx, ctx, change, null);
    if (change.action === 'hours.updated') await markHoursSet(tx, organizationId, change.gymIds);
    const sessions = await settleSessions(tx, ctx, { affected, decisions, canFollow: true });
    await audit(tx, ctx, {
      action: change.action,
      targetType: 'gym',
      targetId: change.gymIds[0] ?? null,
      data: { ...change.data, sessions },
      edits: change.edits,
    });
    tell(tx, {
      scope: organizationId,
      type: 'opening_hours.updated',
      data: { gym_ids: [...change.gymIds] },
      to: 'everyone',
    });
    return made;
  });
}
