import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addCrowd } from '#testing/crowd.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);

test('deactivates all that match a part at a time, lists failures by name, and is taken back by the same ids', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, 230);
  const admin = await olga();
  const matching = { search: 'crowd', is_active: true };
  const first = (await admin.changeUsers({ body: { action: 'deactivate', selection: { matching } } })).body;
  expect([first.handled, first.changed_ids.length, first.next === null]).toEqual([200, 200, false]);
  const second = (
    await admin.changeUsers({ body: { action: 'deactivate', selection: { matching }, after: first.next! } })
  ).body;
  expect([second.handled, second.next]).toEqual([30, null]);
  expect(new Set([...first.changed_ids, ...second.changed_ids])).toEqual(new Set(crowd.map(({ id }) => id)));
  expect((await (await app().as(crowd[0]!)).getMe()).error.code).toBe('token_invalid');
  const back = (await admin.changeUsers({ body: { action: 'activate', selection: { ids: second.changed_ids } } })).body;
  expect(back.changed_ids).toHaveLength(30);
  expect((await admin.listUsers({ query: { ...matching } })).body.count).toBe(30);
  const logged = await db.selectFrom('audit_log').select('id').where('action', '=', 'user.deactivated').execute();
  expect(logged).toHaveLength(230);
  const some = (
    await admin.changeUsers({
      body: { action: 'deactivate', selection: { ids: [cast.ana.id, cast.olga.id, cast.finn.id] } },
    })
  ).body;
  expect(some.changed_ids).toEqual([cast.ana.id]);
  expect(some.failed.map(({ user, reason }) => [user.first_name, reason]).toSorted()).toEqual([
    ['Finn', 'Deactivate admins one by one'],
    ['Olga', "You can't deactivate yourself"],
  ]);
  await admin.changeUsers({ body: { action: 'activate', selection: { ids: [cast.ana.id] } } });
});

test('answers a repeated part with whom it changed, for the undo', async () => {
  const { cast } = app();
  const admin = await olga();
  const body = { action: 'deactivate' as const, selection: { ids: [cast.ben.id] } };
  const change = () => admin.changeUsers({ body, headers: { 'idempotency-key': 'lost' } });
  expect([(await change()).body.changed_ids, (await change()).body.changed_ids]).toEqual([
    [cast.ben.id],
    [cast.ben.id],
  ]);
  await admin.changeUsers({ body: { ...body, action: 'activate' } });
});

test('gives and takes a location, and leaves those who had it alone', async () => {
  const { cast } = app();
  const admin = await olga();
  const ids = [cast.ana.id, cast.ben.id];
  const gym_id = cast.gyms.fremantle;
  expect(
    (await admin.changeUsers({ body: { action: 'give_gym', selection: { ids: [cast.ana.id] }, gym_id } })).body
      .changed_ids,
  ).toEqual([cast.ana.id]);
  const { body } = await admin.changeUsers({ body: { action: 'give_gym', selection: { ids }, gym_id } });
  expect(body.changed_ids).toEqual([cast.ben.id]);
  await admin.changeUsers({ body: { action: 'take_gym', selection: { ids: body.changed_ids }, gym_id } });
  const gyms = async (id: string) => (await admin.getAdminUser({ params: { id } })).body.gyms.map(({ name }) => name);
  expect([await gyms(cast.ana.id), await gyms(cast.ben.id)]).toEqual([['Barangaroo', 'Fremantle'], ['Barangaroo']]);
  expect(
    (await admin.changeUsers({ body: { action: 'give_gym', selection: { ids }, gym_id: cast.gyms.shoreditch } })).error
      .code,
  ).toBe('gym_not_found');
  expect((await admin.changeUsers({ body: { action: 'give_gym', selection: { ids } } })).error.details).toHaveProperty(
    'gym_id',
  );
  expect((await admin.changeUsers({ body: { action: 'activate' } as never })).error.details).toHaveProperty(
    'selection',
  );
});

test('sends setup codes again to members who never signed in', async () => {
  const { db, cast } = app();
  const [waiting] = await addCrowd(db, cast, 1);
  const { body } = await (await olga()).changeUsers({
    body: { action: 'resend_setup', selection: { ids: [waiting!.id, cast.ana.id] } },
  });
  expect(body.changed_ids).toEqual([waiting!.id]);
  expect(body.failed).toMatchObject([{ user: { id: cast.ana.id }, reason: 'Has already signed in' }]);
  expect((await app().mailsTo(waiting!.email))[0]?.kind).toBe('welcome');
});

test('sends nobody setup codes in quick succession', async () => {
  const { db } = app();
  const admin = await olga();
  const email = 'mailbox@x.example';
  const { id } = (await admin.createUser({ body: { email, first_name: 'Mel', last_name: 'Box' } })).body;
  const resend = async () =>
    (await admin.changeUsers({ body: { action: 'resend_setup', selection: { ids: [id] } } })).body;
  const refused = { changed_ids: [], failed: [{ reason: 'Got a code within the last 10 minutes' }] };
  expect(await resend()).toMatchObject(refused);
  expect(await app().mailsTo(email)).toHaveLength(1);
  await sql`update users set setup_code_expires_at = setup_code_expires_at - interval '11 minutes' where id = ${id}`.execute(
    db,
  );
  expect((await resend()).changed_ids).toEqual([id]);
  expect(await app().mailsTo(email)).toHaveLength(2);
  expect(await resend()).toMatchObject(refused);
});

test('a gym admin changes nobody beyond their gyms', async () => {
  const { cast } = app();
  const admin = await app().as(cast.finn);
  for (const foreign of [cast.olga, cast.eve]) {
    const selection = { ids: [cast.ana.id, foreign.id] };
    expect((await admin.changeUsers({ body: { action: 'deactivate', selection } })).error.code).toBe('user_not_found');
    expect((await admin.exportUsers({ body: { selection } })).error.code).toBe('user_not_found');
  }
  expect((await admin.getAdminUser({ params: { id: cast.ana.id } })).body.is_active).toBe(true);
  const gym_id = cast.gyms.fremantle;
  expect(
    (await admin.changeUsers({ body: { action: 'give_gym', selection: { ids: [cast.ana.id] }, gym_id } })).error.code,
  ).toBe('gym_not_found');
});

test("goes on with a selection whose first part has left the gym admin's reach", async () => {
  const { db, cast } = app();
  const ids = (await addCrowd(db, cast, 201)).map(({ id }) => id);
  const admin = await app().as(cast.finn);
  const body = { action: 'take_gym' as const, selection: { ids }, gym_id: cast.gyms.barangaroo };
  const { next } = (await admin.changeUsers({ body })).body;
  expect((await admin.changeUsers({ body: { ...body, after: next! } })).body).toMatchObject({ handled: 1, next: null });
});

test('exports the list as filtered, with formulas defused', async () => {
  const { db, cast } = app();
  await db
    .updateTable('users')
    .set({ last_name: '=HYPERLINK("http://x")', phone: '+61 4' })
    .where('id', '=', cast.dov.id)
    .execute();
  const admin = await olga();
  const { text, headers } = await admin.exportUsers({ body: { selection: { matching: { search: 'dov' } } } });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    /^Dov,"'=HYPERLINK\(""http:\/\/x""\)",dov@ironharbour\.example,'\+61 4,Member,Barangaroo,Yes,Yes,\d{4}-\d\d-\d\d,/,
  );
  const mine = await (await app().as(cast.finn)).exportUsers({ body: { selection: { matching: {} } } });
  expect(mine.text).not.toContain(cast.olga.email);
  expect(
    (await admin.exportUsers({ body: { selection: { ids: [cast.ana.id] } } })).text.trimEnd().split('\r\n'),
  ).toHaveLength(2);
});
