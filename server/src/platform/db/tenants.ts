import type pg from 'pg';
import { type Around, type Before, type PreparedRequest, prepareOnce, query } from './prepared-query.ts';

/** An organization as the database sees it; `emulatedBy` is the super admin inside it. */
export type Tenant = { organizationId: string; emulatedBy?: string | null };

/** The role that sees the rows of one organization only (migration 0001). */
export const TENANT_ROLE = 'spotter_tenant';
/** Prefix of its prepared statements. */
export const TENANT_PREFIX = 't:';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function literal(id: string): string {
  if (!uuid.test(id)) throw new Error('A tenant is named by the id of its organization.');
  return `'${id}'`;
}

/** Opens a transaction inside an organization's walls, in one message; all of it ends with the transaction. */
export function beginInside({ organizationId, emulatedBy }: Tenant): string {
  const words = [
    'begin',
    `set local role ${TENANT_ROLE}`,
    `set local spotter.organization_id = ${literal(organizationId)}`,
  ];
  if (emulatedBy) words.push(`set local spotter.emulated_by = ${literal(emulatedBy)}`);
  return words.join('; ');
}

/** The prepared statement that puts the rest of an implicit transaction inside the walls. */
export const ENTER = `${TENANT_PREFIX}enter`;
const enter = prepareOnce(
  ENTER,
  `select set_config('role', '${TENANT_ROLE}', true), set_config('spotter.organization_id', $1, true),
    set_config('spotter.emulated_by', $2, true), set_config('plan_cache_mode', $3, true)`,
);

type Way = Around & { onePlan?: boolean };

/**
 * Runs one statement inside the walls in a single message: PostgreSQL runs statements sent together without a sync in
 * one transaction. So a read needs no `begin` and no extra round trip.
 */
export function queryInside<R>(pool: pg.Pool, tenant: Tenant, asked: PreparedRequest, way: Way = {}): Promise<R[]> {
  const { organizationId, emulatedBy } = tenant;
  const { before = [], mark, onePlan } = way;
  const entering: Before = {
    send: (connection) =>
      enter(connection, [organizationId, emulatedBy ?? '', onePlan ? 'force_generic_plan' : 'auto']),
  };
  return query(pool, asked, { before: [...before, entering], mark });
}
