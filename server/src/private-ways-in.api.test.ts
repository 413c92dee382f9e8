import { type Endpoint, endpoints } from '@spotter/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';

/*
 * Ana and Ben have a private chat. Staff try each way into it that somebody has thought of. Passwords and setup codes are
 * in features/accounts/staff-passwords.api.test.ts, and every call of the contract is in private-chats.drill.test.ts.
 */

const app = useTestApp();
const secret = 'zanzibarquill';
const staffPassword = 'chalk on the ceiling';

let chat = '';
const messages: string[] = [];
let finn: Client;
let olga: Client;
let sam: Client;
let support: Client;

beforeAll(async () => {
  const { cast } = app();
  const ben = await app().as(cast.ben);
  chat = (await ben.openDirectConversation({ body: { user_id: cast.ana.id } })).body.id;
  for (let count = 1; count <= 9; count += 1)
    messages.push((await ben.sendMessage({ params: { id: chat }, body: { content: `${secret} ${count}.` } })).body.id);
  [finn, olga, sam] = [await app().as(cast.finn), await app().as(cast.olga), await app().as(cast.sam)];
  support = await app().as(cast.sam, cast.organizations.ironHarbour);
});

const emailOf = async ({ id }: CastMember) =>
  (await app().db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email;
const opens = async ({ email }: CastMember, password: string) =>
  (await app().visitor.login({ body: { email, password } })).error.code;

describe('the email of another account', () => {
  test('is in the body of calls about accounts that nobody uses, and of no other', () => {
    const takesEmail = ({ body }: Endpoint) =>
      body &&
      JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"format":"email"');
    const named = Object.entries<Endpoint>(endpoints).filter(
      ([, entry]) => entry.path.includes('/users/') && takesEmail(entry),
    );
    expect(named.map(([name]) => name).sort()).toEqual(['correctUserEmail', 'createSuperUser', 'createUser']);
  });

  test('stays when staff send one, or import a file that has it', async () => {
    const { ana } = app().cast;
    const params = { id: ana.id };
    for (const client of [finn, olga, support])
      expect(
        (await client.updateUser({ params, body: { email: 'finn@elsewhere.example' } as object })).body.email,
      ).toBe(ana.email);
    const text = `Email,First Name\n${ana.email},Ana\n`;
    const { body } = await olga.runImport({ body: { file: new File([text], 'members.csv'), kind: 'members' } });
    expect(body.made).toBe(0);
    expect(await emailOf(ana)).toBe(ana.email);
    expect(await app().mailsTo(ana.email)).toEqual([]);
  });

  test('gets no setup code once the account is set up', async () => {
    const { ana } = app().cast;
    const { body } = await olga.changeUsers({ body: { action: 'resend_setup', selection: { ids: [ana.id] } } });
    expect([body.changed_ids, body.failed[0]?.reason]).toEqual([[], 'Has already signed in']);
    expect(await app().mailsTo(ana.email)).toEqual([]);
  });

  test('makes no second account', async () => {
    const { ana } = app().cast;
    const body = { email: ana.email.toUpperCase(), first_name: 'Ana', last_name: 'Again' };
    expect((await olga.createUser({ body })).error.code).toBe('email_taken');
    const owner = { email: ana.email, first_name: 'Ana', last_name: 'Again' };
    expect((await sam.createOrganization({ body: { name: 'Mine', owner } })).error.code).toBe('email_taken');
  });
});

describe('a report', () => {
  test('is made by nobody about a message they cannot read', async () => {
    for (const client of [finn, olga, support]) {
      const body = { kind: 'message', id: messages[0]!, reason: 'spam' } as const;
      expect(['message_not_found', 'emulation_not_allowed']).toContain(
        (await client.createReport({ body })).error.code,
      );
    }
    expect((await olga.listReports()).body.results).toEqual([]);
  });

  test("shows its message and five before it to the gym's admins, and nothing to Spotter support", async () => {
    const { ana } = app().cast;
    const body = { kind: 'message', id: messages[7]!, reason: 'harassment' } as const;
    const { body: made } = await (await app().as(ana)).createReport({ body });
    const params = { id: made.id };
    const seen = (await olga.getReport({ params })).text;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((count) => seen.includes(`${secret} ${count}.`))).toEqual([
      3, 4, 5, 6, 7, 8,
    ]);
    expect((await support.getReport({ params })).text).not.toContain(secret);
    expect((await support.listReports()).text).not.toContain(secret);
  });
});

test('an account that is switched off and on again is no easier to enter', async () => {
  const { ana } = app().cast;
  const params = { id: ana.id };
  await olga.updateUser({ params, body: { is_active: false } });
  await olga.updateUser({ params, body: { is_active: true } });
  await olga.resetUserPassword({ params, body: { password: staffPassword } });
  expect(await opens(ana, staffPassword)).toBe('password_link_sent');
});
