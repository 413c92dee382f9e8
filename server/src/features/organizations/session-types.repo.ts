import type { SessionType } from '@spotter/contract/sessions/session-types.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

const columns = 'id, name, kind, default_duration_minutes, is_active, position';

const sessionTypesStatement = statement('session-types', { organizationId: 'uuid' })<SessionType>(
  `select ${columns} from session_types where organization_id = $organizationId order by position, id`,
);

const usedTypesStatement = statement('used-session-types', { organizationId: 'uuid' })<SessionType>(
  `select ${columns}, (select count(*)::int from sessions s where s.organization_id = t.organization_id
      and s.session_type_id = t.id and s.status = 'active' and s.starts_at > now()) as upcoming_sessions
  from session_types t where organization_id = $organizationId order by position, id`,
);

/** In the organization's order, with the number of upcoming sessions if asked for. */
export const readSessionTypes = (read: Read, organizationId: string, { usage }: { usage: boolean }) =>
  read(usage ? usedTypesStatement : sessionTypesStatement, { organizationId });

export async function deleteSessionTypes(tx: Db, organizationId: string, ids: string[]): Promise<void> {
  await tx.deleteFrom('session_types').where('organization_id', '=', organizationId).where('id', 'in', ids).execute();
}

export async function insertSessionTypes(
  tx: Db,
  organizationId: string,
  types: readonly Omit<SessionType, 'is_active' | 'upcoming_sessions'>[],
): Promise<void> {
  await tx
    .insertInto('session_types')
    .values(types.map((type) => ({ ...type, organization_id: organizationId })))
    .execute();
}

/** Inserts them, or changes those that exist. */
export async function storeSessionTypes(tx: Db, organizationId: string, types: readonly SessionType[]): Promise<void> {
  await tx
    .insertInto('session_types')
    .values(types.map((type) => ({ ...type, organization_id: organizationId })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        kind: row.ref('excluded.kind'),
        default_duration_minutes: row.ref('excluded.default_duration_minutes'),
        is_active: row.ref('excluded.is_active'),
        position: row.ref('excluded.position'),
      })),
    )
    .execute();
}
