import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { createSuperUser } from '@spotter/contract/desk/super-users.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';

export type SuperUser = Returns<typeof createSuperUser>;
type Page = { count: number; results: SuperUser[] };

/** Alias: u the super admin. */
const superUserJson = `(${personJsonSql('u')}::jsonb || jsonb_build_object('email', u.email,
  'last_seen_at', ${instantSql('u.last_seen_at')}, 'created_at', ${instantSql('u.created_at')}))`;

const pageStatement = statement('super-users', { limit: 'int', offset: 'int' })<Page>(
  `with found as (select * from users where role = 'super_admin')
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${superUserJson} order by u.created_at, u.id) from (
      select * from found order by created_at, id limit $limit offset $offset) u), '[]') as results`,
);

/** The longest-standing first. */
export async function readSuperUsers(read: Read, wanted: { limit: number; offset: number }): Promise<Page> {
  const [page] = await read(pageStatement, wanted);
  return page!;
}

const oneStatement = statement('super-user', { id: 'uuid' })<{ user: SuperUser }>(
  `select ${superUserJson} as "user" from users u where u.id = $id and u.role = 'super_admin'`,
);

/** Undefined if nobody with this id is a super admin. */
export async function readSuperUser(tx: Db, id: string): Promise<SuperUser | undefined> {
  const [row] = await run(tx, oneStatement, { id });
  return row?.user;
}
