import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { callWaitsForLock } from '#testing/databases/locks.ts';
import { addNotification, addSession } from '#testing/test-data.ts';

const app = useTestApp();
const rightPassword = { body: { password: castPassword } };

/** Every text column in the database, as `table.column`. */
async function whereIs(text: string): Promise<string[]> {
  const { pool } = app();
  const { rows: columns } = await pool.query<{ schema: string; table: string; column: string }>(`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const places: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rowCount } = await pool.query(
      `select from ${schema}.${table} where position(lower($1) in lower("${column}"::text)) > 0 limit 1`,
      [text],
    );
    if (rowCount) places.push(`${table}.${column}`);
  }
  return places.sort();
}

describe('deleting an account', () => {
  test('ends a call that was on its way like any later one', async () => {
    const { cast, as, pool } = app();
    const dov = await as(cast.dov);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('delete from users where id = $1', [cast.dov.id]);
    const calling = dov.blockUser({ params: { id: cast.cleo.id } });
    await callWaitsForLock(pool);
    await client.query('commit');
    client.release();
    expect(await calling).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });

  test('lets a member who counted on it try again, and find nobody', async () => {
    const { cast, as, db, pool } = app();
    const kim = { ...cast.cleo, id: newId() };
    const { id, organizationId: organization_id } = kim;
    const row = { id, organization_id, email: 'kim@crowd.example', first_name: 'Kim', role: 'regular_user' };
    await db.insertInto('users').values(row).execute();
    const { body } = await (await as(kim)).sendFriendRequest({ body: { receiver_id: cast.ben.id } });
    const ben = await as(cast.ben);
    const accept = () => ben.acceptFriendRequest({ params: { id: body.id } });
    const client = await pool.connect();
    await client.query('begin');
    await client.query('delete from users where id = $1', [kim.id]);
    const calling = accept();
    await callWaitsForLock(pool);
    await client.query('commit');
    client.release();
    expect(await calling).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await accept()).toMatchObject({ status: 404 });
  });

  test('needs the password', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    expect((await ana.deleteMe({ body: { password: 'not this one' } })).error.code).toBe('wrong_password');
    expect((await ana.deleteMe({ body: {} })).error.details).toHaveProperty('password');
    expect((await ana.getMe()).status).toBe(200);
  });

  test('is refused to the last owner and the last super admin, even when two leave at once', async () => {
    const { cast, db } = app();
    const olga = await app().as(cast.olga);
    expect((await olga.deleteMe(rightPassword)).error.code).toBe('last_org_admin');
    const sam = await app().as(cast.sam);
    expect((await sam.deleteMe(rightPassword)).error.code).toBe('last_super_admin');

    await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.finn.id).execute();
    const finn = await app().as(cast.finn);
    const answers = await Promise.all([olga.deleteMe(rightPassword), finn.deleteMe(rightPassword)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test('is refused to a super admin inside an organization', async () => {
    const { cast } = app();
    const inside = await app().as(cast.sam, cast.organizations.nightShift);
    expect((await inside.deleteMe(rightPassword)).error.code).toBe('emulation_not_allowed');
  });

  test('removes all personal data except ids in the audit trail, and hands over hosted sessions', async () => {
    const { cast, db, visitor } = app();
    const { ana, ben } = cast;
    const organization_id = cast.organizations.ironHarbour;
    const signedIn = (await visitor.login({ body: { email: ana.email, password: castPassword } })).body;
    const client = app().with(signedIn.access_token);
    // Leave a trace in every possible way.
    await client.updateMe({ body: { bio: 'all about Ana Alvarez' } });
    await client.updateMyPreferences({ body: { notifications: { message: { push: false } } } });
    await client.switchGym({ body: { gym_id: cast.gyms.barangaroo }, headers: { 'idempotency-key': 'ana-1' } });
    await client.changePassword({ body: { current_password: castPassword, new_password: 'kettlebells at dawn' } });
    await visitor.requestPasswordReset({ body: { email: ana.email } });
    await app().runJobs();
    // Two mails have been sent, one is queued.
    await client.changePassword({ body: { current_password: 'kettlebells at dawn', new_password: castPassword } });
    await visitor.requestPasswordReset({ body: { email: ana.email } });
    const shared = await addSession(db, { gym: cast.gyms.barangaroo, host: ana, with: [cast.cleo, ben] });
    const alone = await addSession(db, { gym: cast.gyms.barangaroo, host: ana });
    await addNotification(db, { to: ben, kind: 'session_changed', by: [ana], session: shared });
    await addNotification(db, { to: ana, kind: 'announcement' });
    const conversation = newId();
    const [user_low_id, user_high_id] = [ana.id, ben.id].sort() as [string, string];
    await db
      .insertInto('conversations')
      .values({ organization_id, id: conversation, kind: 'direct', user_low_id, user_high_id })
      .execute();
    await db
      .insertInto('messages')
      .values({ organization_id, conversation_id: conversation, id: newId(), sender_id: ana.id, content: 'hello' })
      .execute();

    expect((await client.deleteMe(rightPassword)).status).toBe(204);

    expect((await client.getMe()).status).toBe(401);
    expect((await visitor.refresh({ body: { refresh: signedIn.refresh_token } })).status).toBe(401);
    expect((await visitor.login({ body: { email: ana.email, password: castPassword } })).status).toBe(401);
    const sessions = await db.selectFrom('sessions').select(['id', 'creator_id']).execute();
    expect(sessions).toEqual([{ id: shared, creator_id: cast.cleo.id }]);
    expect(sessions.map(({ id }) => id)).not.toContain(alone);

    await app().runJobs();
    expect(await whereIs(ana.id)).toEqual(['audit_log.actor_id', 'audit_log.target_id']);
    expect(await whereIs(ana.email)).toEqual([]);
    expect(await whereIs('Alvarez')).toEqual([]);
    const trail = await db.selectFrom('audit_log').selectAll().where('target_id', '=', ana.id).execute();
    expect(trail).toMatchObject([{ action: 'deleteMe', actor_id: ana.id, emulating: false, data: {} }]);
  });

  test('frees the address for a new account, and leaves other accounts unchanged', async () => {
    const { cast, db } = app();
    await db
      .insertInto('users')
      .values({ id: newId(), email: cast.ana.email.toUpperCase(), first_name: 'Another' })
      .execute();
    expect((await (await app().as(cast.ben)).getMe()).body.first_name).toBe('Ben');
  });
});
