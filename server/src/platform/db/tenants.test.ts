import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { cloneDatabase } from '#testing/database.ts';
import { type Connection, connect } from './connect.ts';
import { beginInside } from './tenants.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
const [ours, theirs] = [newId(), newId()];

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  for (const [id, name] of [
    [ours, 'Ours'],
    [theirs, 'Theirs'],
  ] as const) {
    await connection.db.insertInto('organizations').values({ id, name }).execute();
    await connection.db
      .insertInto('gyms')
      .values({ organization_id: id, id: newId(), name, timezone: 'UTC' })
      .execute();
    await connection.db
      .insertInto('users')
      .values({ id: newId(), organization_id: id, email: `${name}@gym.example`, first_name: name })
      .execute();
  }
  const outside = { email: 'sam@nowhere.example', first_name: 'Sam', role: 'super_admin' };
  await connection.db
    .insertInto('users')
    .values({ id: newId(), ...outside })
    .execute();
  const gymless = { email: 'gwen@nowhere.example', first_name: 'Gwen' };
  await connection.db
    .insertInto('users')
    .values({ id: newId(), ...gymless })
    .execute();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const rowsOf = async <R>(text: string) => (await connection.pool.query(text)).rows as R[];

describe('the schema', () => {
  test('has a wall around every table of a tenant', async () => {
    const tables = await rowsOf<{ name: string; walled: boolean; policies: string }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
        (select string_agg(polname || ' to ' || array_to_string(polroles::regrole[], ','), '; ' order by polname)
         from pg_policy where polrelid = c.oid and polname in ('tenant', 'system')) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
        and (a.attname = 'organization_id' or a.attname = 'scope_id' or c.relname = 'organizations' and a.attname = 'id')
      order by 1`);
    const walls = { walled: true, policies: 'system to spotter; tenant to spotter_tenant' };
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['organizations', 'users', 'live_events']));
    expect(tables).toEqual(tables.map(({ name }) => ({ name, ...walls })));
  });

  test('lets every trigger see all rows', async () => {
    const blind = await rowsOf(`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype and not prosecdef`);
    expect(blind).toEqual([]);
  });

  test('seals every function that runs as the owner, and lets tenants only queue jobs, search messages and give up files', async () => {
    const functions = await rowsOf<{ name: string; path: string[] | null; anybody: boolean; tenants: boolean }>(`
      select proname as name, proconfig as path, has_function_privilege('public', oid, 'execute') as anybody,
        has_function_privilege('spotter_tenant', oid, 'execute') as tenants
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
    const path = ['search_path=pg_catalog, public, pg_temp'];
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['enqueue_job', 'name_author']));
    expect(functions).toEqual(
      functions.map(({ name }) => ({
        name,
        path,
        anybody: false,
        tenants: ['enqueue_job', 'find_messages', 'forget_file'].includes(name),
      })),
    );
  });

  test('has one view that runs as the owner, which tenants only read', async () => {
    const views = await rowsOf(`select relname as name, has_table_privilege('spotter_tenant', oid, 'insert')
        or has_table_privilege('spotter_tenant', oid, 'update') or has_table_privilege('spotter_tenant', oid, 'delete') as writable
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        and not coalesce('security_invoker=true' = any(reloptions), false)`);
    expect(views).toEqual([{ name: 'tenant_users', writable: false }]);
  });

  test('finds what belongs to a user or a session with an index, because thousands are deleted at once', async () => {
    const slow =
      await rowsOf(`select conrelid::regclass::text as name, pg_get_constraintdef(oid) as key from pg_constraint c
      where contype = 'f' and confrelid in ('users'::regclass, 'sessions'::regclass) and not exists (
        select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
            select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = c.conrelid and attnum = any(c.conkey))))`);
    expect(slow).toEqual([]);
  });

  test("keeps the owner's own functions to the owner", async () => {
    const open = await rowsOf(`select proname from pg_proc where pronamespace = 'public'::regnamespace
      and proname in ('build_tenant_wall', 'seal_functions') and has_function_privilege('public', oid, 'execute')`);
    expect(open).toEqual([]);
  });

  test("a tenant's temporary table does not take the place of one that a trigger reads", async () => {
    await connection.pool.query(`
      insert into user_gyms (organization_id, user_id, gym_id)
        select organization_id, u.id, g.id from users u join gyms g using (organization_id) where organization_id = '${ours}';
      update users u set current_gym_id = g.gym_id from user_gyms g where g.user_id = u.id`);
    const client = await connection.pool.connect();
    await client.query(beginInside({ organizationId: ours }));
    await client.query('create temp table users (id uuid, role text, current_gym_id uuid, default_gym_id uuid)');
    await client.query('delete from user_gyms');
    const { rows } = await client.query(`select current_gym_id from public.users where organization_id = '${ours}'`);
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([{ current_gym_id: null }]);
  });

  test("gives tenants a role that owns nothing and can't go around the walls", async () => {
    const [role] = await rowsOf(`select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = r.oid) as owns,
        has_table_privilege(oid, 'migrations', 'select') as migrations,
        has_table_privilege(oid, 'audit_log', 'update') or has_table_privilege(oid, 'audit_log', 'delete') as audit,
        has_schema_privilege(oid, 'public', 'create') as creates
      from pg_roles r where rolname = 'spotter_tenant'`);
    expect(Object.values(role as object)).toEqual([false, false, false, false, false, 0, false, false, false]);
  });
});

describe('inside an organization', () => {
  const names = (table: 'gyms' | 'organizations') =>
    connection.inside({ organizationId: ours }).selectFrom(table).select('name').execute();

  test('no statement sees another organization, in a transaction or alone', async () => {
    expect([await names('gyms'), await names('organizations')]).toEqual([[{ name: 'Ours' }], [{ name: 'Ours' }]]);
    const db = connection.inside({ organizationId: ours });
    const people = await db.transaction().execute((tx) => tx.selectFrom('users').select('first_name').execute());
    expect(people.map(({ first_name }) => first_name).sort()).toEqual(['Ours', 'Sam']);
    const members = await db.selectFrom('tenant_users').select('email').execute();
    expect(members).toEqual([{ email: 'Ours@gym.example' }]);
  });

  test('no statement writes to another organization', async () => {
    const db = connection.inside({ organizationId: ours });
    const hostile = { organization_id: theirs, id: newId(), name: 'Annex', timezone: 'UTC' };
    await expect(db.insertInto('gyms').values(hostile).execute()).rejects.toThrow('row-level security');
    await expect(db.updateTable('gyms').set({ organization_id: theirs }).execute()).rejects.toThrow();
    const renamed = await db.updateTable('gyms').set({ name: 'Ours' }).executeTakeFirst();
    expect(renamed.numUpdatedRows).toBe(1n);
    await expect(db.deleteFrom('gyms').where('name', '=', 'Theirs').executeTakeFirst()).resolves.toMatchObject({
      numDeletedRows: 0n,
    });
    await expect(
      db.updateTable('users').set({ first_name: 'Sam' }).where('role', '=', 'super_admin').executeTakeFirst(),
    ).resolves.toMatchObject({ numUpdatedRows: 0n });
  });

  test('the role and the organization end with the transaction, even after an error', async () => {
    const where = sql<{ role: string; organization: string }>`select current_user as role,
      current_setting('spotter.organization_id', true) as organization`;
    const inside = connection.inside({ organizationId: ours });
    expect((await where.execute(inside)).rows).toEqual([{ role: 'spotter_tenant', organization: ours }]);
    await expect(sql`select 1 / 0`.execute(inside)).rejects.toThrow('division by zero');
    await expect(inside.transaction().execute((tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow(
      'division by zero',
    );
    const [after] = (await where.execute(connection.db)).rows;
    expect([after?.role, after?.organization || null]).toEqual(['spotter', null]);
  });

  test('a single statement fails when its commit does', async () => {
    await connection.pool.query(`create table late (id int unique deferrable initially deferred);
      grant insert on late to spotter_tenant`);
    const twice = sql`insert into late values (1), (1)`.execute(connection.inside({ organizationId: ours }));
    await expect(twice).rejects.toThrow('duplicate key');
    expect(await rowsOf('select from late')).toHaveLength(0);
  });

  test('a transaction that names no organization fails', async () => {
    const client = await connection.pool.connect();
    await client.query('begin; set local role spotter_tenant');
    await expect(client.query('select from gyms')).rejects.toThrow();
    await client.query('rollback; begin; set local role spotter_tenant');
    await expect(client.query('select from tenant_users')).rejects.toThrow();
    await client.query('rollback');
    client.release();
  });

  test('an emulating super admin also has their own account', async () => {
    const sam = await connection.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'super_admin')
      .executeTakeFirstOrThrow();
    const db = connection.inside({ organizationId: ours, emulatedBy: sam.id });
    const changed = await db.updateTable('users').set({ bio: 'Runs it' }).where('id', '=', sam.id).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
  });

  test('only an id can name an organization', () => {
    expect(() => beginInside({ organizationId: "x'; drop table users; --" })).toThrow('id of its organization');
  });
});
