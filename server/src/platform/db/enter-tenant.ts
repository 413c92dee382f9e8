import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { TENANT_ROLE } from './tenants.ts';

/** Puts the rest of an open transaction inside the walls, for the system's own work on one organization. */
export async function enterTenant(tx: Db, organizationId: string): Promise<void> {
  await sql`select set_config('role', ${TENANT_ROLE}, true),
    set_config('spotter.organization_id', ${organizationId}, true)`.execute(tx);
}
