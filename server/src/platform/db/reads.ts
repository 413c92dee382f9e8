import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type Around, query } from './prepared-query.ts';
import type { DB } from './schema.generated.ts';
import { inOrderOf, run, type Statement } from './statement.ts';
import { queryInside, TENANT_PREFIX, type Tenant } from './tenants.ts';

/** Runs a statement and returns its rows. */
export type Read = <V, R>(statement: Statement<V, R>, values: NoInfer<V>) => Promise<R[]>;

/** For hot reads: prepared once per connection, one round trip. */
export const preparedReads =
  (pool: pg.Pool, around?: Around): Read =>
  (asked, values) =>
    query(pool, { name: asked.name ?? undefined, text: asked.text, values: inOrderOf(asked, values) }, around);

/** The same inside an organization's walls, if there is one. */
export const readsInside =
  (pool: pg.Pool, tenant: Tenant | null, around?: Around): Read =>
  (asked, values) => {
    if (!tenant || asked.outside) return preparedReads(pool, around)(asked, values);
    const { name, text, onePlan } = asked;
    const named = name ? `${TENANT_PREFIX}${name}` : undefined;
    return queryInside(pool, tenant, { name: named, text, values: inOrderOf(asked, values) }, { ...around, onePlan });
  };

/** The same in a transaction. */
export const readsOf =
  (tx: Kysely<DB>): Read =>
  (asked, values) =>
    run(tx, asked, values);
