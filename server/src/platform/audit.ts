import type { EndpointName } from '@spotter/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { AuditEdit } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';

type Entry = (
  | { action: AuditAction; targetType: string }
  /** A write of Spotter support that may note nothing itself. */
  | { action: EndpointName; targetType: 'request' }
) & {
  targetId?: string | null;
  organizationId?: string | null;
  data?: object;
  /** The values before and after, in words. */
  edits?: readonly AuditEdit[];
};

/** Who acts. Nobody is the installation itself: a command at its terminal. */
type Acting = {
  caller: Pick<Caller, 'organizationId' | 'emulatedBy'> & { userId: string | null };
  requestId: string;
};

const names: Record<string, { table: string; name: string }> = {
  user: { table: 'users', name: "trim(first_name || ' ' || last_name)" },
  announcement: { table: 'announcements', name: 'title' },
  gym: { table: 'gyms', name: 'name' },
  invite_code: { table: 'invite_codes', name: 'code' },
};

/** SQL for what a target is called now. */
function nameNow({ targetType, targetId }: Entry, organizationId: string | null): RawBuilder<string> | null {
  const known = names[targetType];
  if (!known || !targetId) return null;
  const isOf = organizationId === null ? sql`is null` : sql`= ${organizationId}::uuid`;
  return sql<string>`(select ${sql.raw(known.name)} from ${sql.table(known.table)}
    where organization_id ${isOf} and id = ${targetId})`;
}

/** SQL for what the target of an old entry, which has no name of its own, is called today. Alias: a the entry. */
export const targetNameSql = `coalesce(a.target_name, case a.target_type ${Object.entries(names)
  .map(
    ([type, { table, name }]) =>
      `when '${type}' then (select ${name} from ${table} t where t.organization_id = $organizationId and t.id = a.target_id)`,
  )
  .join(' ')} end)`;

/** Records who did what, in the same transaction. The actor is always the person, never an emulated role. */
export async function audit(tx: Db, ctx: Acting, entries: Entry | readonly Entry[]): Promise<void> {
  const list = [entries].flat();
  if (list.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      list.map((entry) => {
        const organizationId = entry.organizationId ?? ctx.caller.organizationId;
        return {
          id: newId(),
          organization_id: organizationId,
          actor_id: ctx.caller.emulatedBy ?? ctx.caller.userId,
          emulating: ctx.caller.emulatedBy !== null || ctx.caller.userId === null,
          action: entry.action,
          target_type: entry.targetType,
          target_id: entry.targetId ?? null,
          target_name: nameNow(entry, organizationId),
          data: JSON.stringify(entry.data ?? {}),
          edits: entry.edits?.length ? JSON.stringify(entry.edits) : null,
          request_id: ctx.requestId,
        };
      }),
    )
    .execute();
}
