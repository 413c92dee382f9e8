import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addMemberTo } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);

const codeTo = async (email: string) =>
  /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec((await app().mailsTo(email))[0]?.text ?? '')?.[0] ?? '';

let made = 0;
/** Someone whom staff invited under a wrong address. */
async function invited() {
  const email = `tpyo-${++made}@member.example`;
  const { body } = await (await olga()).createUser({
    body: { email, first_name: 'Nia', last_name: 'New', gym_ids: [app().cast.gyms.barangaroo] },
  });
  return { id: body.id, email, right: `typo-${made}@member.example`, version: body.version };
}
const correct = async (id: string, email: string, by = finn) =>
  (await by()).correctUserEmail({ params: { id }, body: { email } });
const login = (email: string, password: string) => app().visitor.login({ body: { email, password } });

describe('correcting an email', () => {
  test('sends a new setup code there, ends what went to the old address, and is logged with both', async () => {
    const { id, email, right } = await invited();
    const oldCode = await codeTo(email);
    await app().visitor.requestPasswordReset({ body: { email } });
    await app().runJobs();
    const link = /login\?reset=([\w-]+)/.exec((await app().mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
    expect(link).not.toBe('');
    const { status, body } = await correct(id, right.toUpperCase());
    expect([status, body.email, body.email_verified, body.is_set_up]).toEqual([200, right, false, false]);
    expect((await login(email, oldCode)).error.code).toBe('wrong_credentials');
    expect((await login(right, oldCode)).error.code).toBe('wrong_credentials');
    const reset = { token: link, new_password: 'a rope of my own' };
    expect((await app().visitor.confirmPasswordReset({ body: reset })).error.code).toBe('reset_link_invalid');
    expect((await login(right, await codeTo(right))).body.must_change_password).toBe(true);
    const [entry] = (await (await olga()).listAuditLog({ query: { action: 'user.email_corrected' } })).body.results;
    expect([entry?.sentence, entry?.edits]).toEqual([
      'corrected the email of Nia New',
      [{ field: 'Email', before: email, after: right }],
    ]);
  });

  test('is refused once they have signed in', async () => {
    const { id, email, right } = await invited();
    await login(email, await codeTo(email));
    expect((await correct(id, right)).error.code).toBe('already_signed_in');
    expect((await correct(app().cast.ana.id, right, olga)).error.code).toBe('already_signed_in');
    expect(await app().mailsTo(right)).toEqual([]);
  });

  test('is refused while private words wait for them', async () => {
    const { cast } = app();
    const [written, requested] = [await invited(), await invited()];
    const ana = await app().as(cast.ana);
    const { body: chat } = await ana.openDirectConversation({ body: { user_id: written.id } });
    await ana.sendMessage({ params: { id: chat.id }, body: { content: 'For your eyes only' } });
    await ana.sendFriendRequest({ body: { receiver_id: requested.id } });
    for (const { id, email, right } of [written, requested]) {
      expect((await correct(id, right, olga)).error.code).toBe('private_words_wait');
      expect((await (await olga()).getAdminUser({ params: { id } })).body.email).toBe(email);
    }
  });

  test('is refused for an address that is taken, also in another organization, and says at which field', async () => {
    const { cast } = app();
    const { id } = await invited();
    for (const { email } of [cast.ben, cast.eve]) {
      const { error } = await correct(id, email);
      expect([error.code, Object.keys(error.details ?? {})]).toEqual(['email_taken', ['email']]);
    }
  });

  test('mails no one who was never invited, and keeps to whom the caller manages', async () => {
    const { db, cast } = app();
    const member = await addMemberTo(db, cast, cast.gyms.fremantle);
    expect((await correct(member.id, 'elsewhere@member.example')).error.code).toBe('user_not_found');
    expect((await correct(member.id, 'elsewhere@member.example', olga)).status).toBe(200);
    expect(await app().mailsTo('elsewhere@member.example')).toEqual([]);
    const sam = await app().as(cast.sam, cast.organizations.ironHarbour);
    const body = { email: 'support@member.example' };
    expect((await sam.correctUserEmail({ params: { id: member.id }, body })).error.code).toBe('emulation_not_allowed');
  });

  test('notices that someone else changed the account', async () => {
    const { id, right, version } = await invited();
    await correct(id, right);
    const body = { email: 'third@member.example', version };
    expect((await (await olga()).correctUserEmail({ params: { id }, body })).error.code).toBe('changed_meanwhile');
  });
});
