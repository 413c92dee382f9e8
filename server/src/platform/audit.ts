import type { EndpointName } from '@spotter/contract';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';

type Entry = (
  | { action: AuditAction; targetType: string }
  /** A write of Spotter support that may note nothing itself. */
  | { action: EndpointName; targetType: 'request' }
) & {
  targetId?: string | null;
  organizationId?: string | null;
  data?: object;
};

/** Who acts. Nobody is the installation itself: a command at its terminal. */
type Acting = {
  caller: Pick<Ctx['caller'], 'organizationId' | 'emulatedBy'> & { userId: string | null };
  requestId: string;
};

/** Records who did what, in the same transaction. The actor is always the person, never an emulated role. */
export async function audit(tx: Db, ctx: Acting, entries: Entry | readonly Entry[]): Promise<void> {
  const list = [entries].flat();
  if (list.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      list.map((entry) => ({
        id: newId(),
        organization_id: entry.organizationId ?? ctx.caller.organizationId,
        actor_id: ctx.caller.emulatedBy ?? ctx.caller.userId,
        emulating: ctx.caller.emulatedBy !== null || ctx.caller.userId === null,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId ?? null,
        data: JSON.stringify(entry.data ?? {}),
        request_id: ctx.requestId,
      })),
    )
    .execute();
}
