import type pg from 'pg';
import { ConfigError } from '#platform/config.ts';
import { TENANT_ROLE } from './tenants.ts';

type Found = { owner: string; exists: boolean; is_usable: boolean; is_bound: boolean };

/** Since PostgreSQL 16, the creator of a role is its member without the right to become it. */
const findSql = `
  select quote_ident(current_user) as owner, r.oid is not null as exists,
    coalesce(pg_has_role(current_user, r.oid,
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end), false) as is_usable,
    not coalesce(r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, current_user::regrole, 'member'), false) as is_bound
  from (values (1)) always left join pg_roles r on r.rolname = '${TENANT_ROLE}'`;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates the role that tenants run as and lets the owner of the tables become it, or throws the statements an
 * administrator has to run. It belongs to the whole PostgreSQL, so a database that was moved may be without it.
 */
export async function ensureTenantRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Found>(findSql);
  const { owner, exists, is_usable, is_bound } = rows[0] as Found;
  if (!is_bound)
    throw new ConfigError(
      `The role ${TENANT_ROLE} can go around the walls between organizations. Take from it what makes that possible: ` +
        `alter role ${TENANT_ROLE} nosuperuser nobypassrls; revoke ${owner} from ${TENANT_ROLE};`,
    );
  if (is_usable) return;
  const statements = [
    ...(exists ? [] : [`create role ${TENANT_ROLE} nologin;`]),
    `grant ${TENANT_ROLE} to ${owner};`,
  ].join(' ');
  try {
    await client.query(statements);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new ConfigError(
      `The database role ${owner} needs the role ${TENANT_ROLE}, which keeps organizations apart, and may not set it up. ` +
        `Run this as an administrator of the PostgreSQL, then start Spotter again: ${statements}`,
      { cause: error },
    );
  }
}
