import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { type CastMember, castPassword } from '#testing/cast.ts';
import { addMemberTo } from '#testing/test-data.ts';

const app = useTestApp();

const staffPassword = 'chalk on the ceiling';
const ownPassword = 'a rope of my own';

const reset = async (member: CastMember, body: { password?: string }, by = app().cast.finn) => {
  expect((await (await app().as(by)).resetUserPassword({ params: { id: member.id }, body })).status).toBe(204);
};
const login = (member: CastMember, password: string) =>
  app().visitor.login({ body: { email: member.email, password } });
const linksTo = async (member: CastMember) =>
  (await app().mailsTo(member.email)).flatMap(({ text }) => /login\?reset=([\w-]+)/.exec(text)?.[1] ?? []);
const loginsOf = (member: CastMember) =>
  app().db.selectFrom('logins').select('id').where('user_id', '=', member.id).where('revoked_at', 'is', null).execute();
const newMember = (values: object = {}) => addMemberTo(app().db, app().cast, app().cast.gyms.barangaroo, values);

describe('a password that staff chose', () => {
  test("opens nothing in an account that was ever set up, and leads to a link in the member's mailbox", async () => {
    const { ben } = app().cast;
    await reset(ben, { password: staffPassword });
    const answer = await login(ben, staffPassword);
    expect([answer.status, answer.error.code]).toEqual([403, 'password_link_sent']);
    expect(await loginsOf(ben)).toEqual([]);
    for (let times = 0; times < 3; times++) await login(ben, staffPassword);
    const links = await linksTo(ben);
    expect(links).toHaveLength(1);
    expect((await login(ben, 'another password')).error.code).toBe('wrong_credentials');
    expect((await login(ben, castPassword)).error.code).toBe('wrong_credentials');

    const { visitor } = app();
    const chosen = await visitor.confirmPasswordReset({ body: { token: links[0]!, new_password: ownPassword } });
    expect(chosen.body.must_change_password).toBe(false);
    expect((await login(ben, ownPassword)).status).toBe(200);
    expect((await login(ben, staffPassword)).error.code).toBe('wrong_credentials');
  });

  test('stays closed after a second reset, and after a setup code that nobody used', async () => {
    const { cleo } = app().cast;
    await reset(cleo, {});
    expect((await (await app().as(app().cast.finn)).getAdminUser({ params: { id: cleo.id } })).body.is_set_up).toBe(
      true,
    );
    await reset(cleo, { password: 'the first of two' });
    await reset(cleo, { password: staffPassword });
    expect((await login(cleo, staffPassword)).error.code).toBe('password_link_sent');
    expect(await loginsOf(cleo)).toEqual([]);
  });

  test('closes again when something private arrives before the member has chosen their own', async () => {
    const member = await newMember();
    await reset(member, { password: staffPassword });
    const staff = app().with((await login(member, staffPassword)).body.access_token);
    const ana = await app().as(app().cast.ana);
    const { body: chat } = await ana.openDirectConversation({ body: { user_id: member.id } });
    await ana.sendMessage({ params: { id: chat.id }, body: { content: 'For your eyes only' } });
    const refused = await staff.changePassword({ body: { new_password: ownPassword } });
    expect([refused.status, refused.error.code]).toEqual([403, 'password_link_sent']);
    expect((await staff.listMessages({ params: { id: chat.id } })).error.code).toBe('password_change_required');
    expect(await linksTo(member)).toHaveLength(1);
  });

  test('opens an account that was never set up, once, and only to choose another', async () => {
    const member = await newMember();
    await reset(member, { password: 'the first of two' });
    await reset(member, { password: staffPassword });
    const { body } = await login(member, staffPassword);
    expect(body.must_change_password).toBe(true);
    const inside = app().with(body.access_token);
    expect((await inside.listConversations()).error.code).toBe('password_change_required');
    expect((await inside.getMe()).status).toBe(200);
    // Somebody is inside now, so the second to come needs the mailbox.
    expect((await login(member, staffPassword)).error.code).toBe('password_link_sent');
    expect((await inside.changePassword({ body: { new_password: ownPassword } })).status).toBe(204);
    expect((await inside.listConversations()).status).toBe(200);
    expect((await inside.changePassword({ body: { new_password: 'yet another rope' } })).error.code).toBe(
      'wrong_password',
    );
  });

  test('opens no account in which private words wait, even if nobody has used it', async () => {
    const { db, cast } = app();
    const [written, requested] = [await newMember(), await newMember()];
    const ana = await app().as(cast.ana);
    const { body: chat } = await ana.openDirectConversation({ body: { user_id: written.id } });
    await ana.sendMessage({ params: { id: chat.id }, body: { content: 'Between us' } });
    await ana.sendFriendRequest({ body: { receiver_id: requested.id, message: 'Between us' } });
    for (const member of [written, requested]) {
      await reset(member, { password: staffPassword });
      expect((await login(member, staffPassword)).error.code).toBe('password_link_sent');
    }
    const { rows } = {
      rows: await db.selectFrom('logins').select('id').where('user_id', 'in', [written.id, requested.id]).execute(),
    };
    expect(rows).toEqual([]);
  });

  test('is refused while emulating', async () => {
    const { cast } = app();
    const sam = await app().as(cast.sam, cast.organizations.ironHarbour);
    for (const body of [{}, { password: staffPassword }])
      expect((await sam.resetUserPassword({ params: { id: cast.ana.id }, body })).error.code).toBe(
        'emulation_not_allowed',
      );
    expect((await login(cast.ana, castPassword)).status).toBe(200);
  });

  test("doesn't keep out a member who signs in with a provider", async () => {
    const { db } = app();
    const member = await newMember();
    await db
      .insertInto('social_identities')
      .values({
        issuer: 'https://id.example',
        subject: newId(),
        provider: 'google',
        user_id: member.id,
        email: member.email,
      })
      .execute();
    await reset(member, { password: staffPassword });
    expect((await login(member, staffPassword)).error.code).toBe('password_link_sent');
    const inside = await app().as(member);
    expect((await inside.getGymConfig()).error.code).toBe('password_change_required');
    expect((await inside.changePassword({ body: { new_password: ownPassword } })).status).toBe(204);
    expect((await inside.getGymConfig()).status).toBe(200);
  });
});

test('a reset tells the member who asked for it, and keeps the code from staff', async () => {
  const { db, cast } = app();
  const member = await newMember({ last_seen_at: new Date() });
  await reset(member, {});
  const [mail] = await app().mailsTo(member.email);
  expect(mail?.text).toContain('Finn Fraser at Iron Harbour reset your password');
  const code = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(code).not.toBe('');
  const finn = await app().as(cast.finn);
  const olga = await app().as(cast.olga);
  const params = { id: member.id };
  const seen = [
    await finn.getAdminUser({ params }),
    await finn.getMemberRecord({ params }),
    await olga.listAuditLog(),
    await db.selectFrom('audit_log').selectAll().execute(),
    await db.selectFrom('idempotency_keys').selectAll().execute(),
  ];
  expect(JSON.stringify(seen)).not.toContain(code);
  expect(JSON.stringify(seen)).not.toContain(code.replaceAll('-', ''));
});

test("an account made anew under a deleted one's email inherits no chats", async () => {
  const { cast } = app();
  const member = await newMember({ last_seen_at: new Date() });
  const ana = await app().as(cast.ana);
  const { body: chat } = await ana.openDirectConversation({ body: { user_id: member.id } });
  await ana.sendMessage({ params: { id: chat.id }, body: { content: 'Between us' } });
  const olga = await app().as(cast.olga);
  await olga.deleteUser({ params: { id: member.id } });
  const { body: again } = await olga.createUser({
    body: { email: member.email, first_name: 'Mo', last_name: 'Adler', gym_ids: [cast.gyms.barangaroo] },
  });
  await reset({ ...member, id: again.id }, { password: staffPassword });
  const { body } = await login(member, staffPassword);
  const inside = app().with(body.access_token);
  await inside.changePassword({ body: { new_password: ownPassword } });
  expect((await inside.listConversations()).body.results).toEqual([]);
  expect((await inside.listMessages({ params: { id: chat.id } })).error.code).toBe('conversation_not_found');
});
