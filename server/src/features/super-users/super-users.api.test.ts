import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
const sam = () => app().as(app().cast.sam);
const person = (email: string) => ({ email, first_name: 'Noa', last_name: 'Field' });
const entries = () =>
  app()
    .db.selectFrom('audit_log')
    .select(['action', 'actor_id', 'organization_id', 'data'])
    .where('action', 'like', 'super_user.%')
    .orderBy('created_at')
    .execute();

describe('super users', () => {
  test('are listed, created with a mailed setup code, and removed; each change is noted', async () => {
    const { cast } = app();
    const admin = await sam();
    const { status, body: noa } = await admin.createSuperUser({ body: person('Noa@spotter.example') });
    expect(status).toBe(201);
    expect(noa).toMatchObject({ email: 'noa@spotter.example', first_name: 'Noa', last_seen_at: null });
    const [mail] = await app().mailsTo('noa@spotter.example');
    const code = /[A-Z0-9]{4,}(-[A-Z0-9]{4,})+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(mail).toMatchObject({ kind: 'welcome', subject: 'Welcome to Spotter' });
    const signedIn = await app().visitor.login({ body: { email: 'noa@spotter.example', password: code } });
    expect(signedIn).toMatchObject({ status: 200, body: { must_change_password: true } });

    const list = (await admin.listSuperUsers()).body;
    expect(list.results.map(({ id }) => id)).toEqual([cast.sam.id, noa.id]);
    expect(list.count).toBe(2);

    expect((await admin.deleteSuperUser({ params: { id: noa.id } })).status).toBe(204);
    expect((await admin.listSuperUsers()).body.results.map(({ id }) => id)).toEqual([cast.sam.id]);
    expect(await entries()).toEqual([
      {
        action: 'super_user.created',
        actor_id: cast.sam.id,
        organization_id: null,
        data: { email: 'noa@spotter.example' },
      },
      {
        action: 'super_user.removed',
        actor_id: cast.sam.id,
        organization_id: null,
        data: { email: 'noa@spotter.example' },
      },
    ]);
  });

  test('have an email that nobody else has', async () => {
    const taken = await (await sam()).createSuperUser({ body: person(app().cast.ana.email) });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'email_taken', details: { email: [expect.any(String)] } },
    });
  });

  test("can't remove themselves, an ordinary member, or somebody unknown", async () => {
    const { cast } = app();
    const admin = await sam();
    const remove = async (id: string) => {
      const { status, body } = await admin.deleteSuperUser({ params: { id } });
      return [status, (body as { code?: string } | undefined)?.code];
    };
    expect(await remove(cast.sam.id)).toEqual([400, 'not_yourself']);
    for (const id of [cast.ana.id, cast.olga.id, newId()]) expect(await remove(id)).toEqual([404, 'user_not_found']);
  });

  test('never remove each other at once: one stays', async () => {
    const { cast, db } = app();
    const { body: other } = await (await sam()).createSuperUser({ body: person('other@spotter.example') });
    await db
      .updateTable('users')
      .set({
        email_verified: true,
        password_hash: (await passwordOf(cast.sam.id)) ?? '',
        setup_code_hash: null,
        setup_code_expires_at: null,
      })
      .where('id', '=', other.id)
      .execute();
    const first = await sam();
    const second = await app().as({ ...cast.sam, id: other.id, email: 'other@spotter.example' });
    const both = await Promise.all([
      first.deleteSuperUser({ params: { id: other.id } }),
      second.deleteSuperUser({ params: { id: cast.sam.id } }),
    ]);
    const left = await db.selectFrom('users').select('id').where('role', '=', 'super_admin').execute();
    expect(left).toHaveLength(1);
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

const passwordOf = async (id: string) =>
  (await app().db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash;
