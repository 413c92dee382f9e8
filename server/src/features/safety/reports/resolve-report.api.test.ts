import { beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';
import { liftSuspensions } from './suspension.jobs.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  for (const table of ['reports', 'conversations', 'sessions', 'notifications', 'live_events'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('users').set({ is_active: true }).where('is_active', '=', false).execute();
});

type Kind = 'user' | 'message' | 'session_message' | 'session';
const report = async (person: CastMember, kind: Kind, id: string) =>
  (await (await app().as(person)).createReport({ body: { kind, id, reason: 'harassment' } })).body.id;
type Decision = { actions: ('warn' | 'remove' | 'suspend')[]; message?: string; suspended_until?: string | null };
const resolve = async (person: CastMember, id: string, body: Decision) =>
  (await app().as(person)).resolveReport({ params: { id }, body });
const trail = async (id: string) => {
  const rows = await app().db.selectFrom('audit_log').select(['action', 'data']).orderBy('created_at').execute();
  return rows.filter(({ data }) => (data as { report_id?: string }).report_id === id).map(({ action }) => action);
};

/** A chat in which Ben wrote something rude to Ana. */
async function rudeMessage() {
  const { cast } = app();
  const { body: chat } = await (await app().as(cast.ana)).createGroupConversation({
    body: { name: 'Dawn crew', user_ids: [cast.ben.id] },
  });
  const params = { id: chat.id };
  const { body } = await (await app().as(cast.ben)).sendMessage({ params, body: { content: 'You lift like a child' } });
  return { chat: chat.id, message: body.id };
}

describe('closing a report', () => {
  test('dismisses it, and lists it among the closed ones with who decided', async () => {
    const { cast } = app();
    const id = await report(cast.cleo, 'user', cast.ben.id);
    const { status, body } = await resolve(cast.finn, id, { actions: [] });
    expect([status, body]).toMatchObject([200, { status: 'dismissed', actions: [], closed_by: { id: cast.finn.id } }]);
    const olga = await app().as(cast.olga);
    expect((await olga.listReports()).body.count).toBe(0);
    expect((await olga.listReports({ query: { status: 'closed' } })).body.results).toMatchObject([{ id }]);
    expect(await trail(id)).toEqual(['report.dismissed']);
    expect(await app().db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  test("warns the member in the admin's words, whatever they have switched off, without naming the reporter", async () => {
    const { cast } = app();
    const id = await report(cast.cleo, 'user', cast.ben.id);
    await resolve(cast.finn, id, { actions: ['warn'], message: 'Please keep it friendly.' });
    const { results } = (await (await app().as(cast.ben)).listNotifications()).body;
    expect(results).toMatchObject([
      { kind: 'warning', title: 'A note from your gym', body: 'Please keep it friendly.', actor: null, url: null },
    ]);
    expect(await trail(id)).toEqual(['report.warned']);
    const refused = await resolve(cast.finn, await report(cast.cleo, 'user', cast.ana.id), { actions: ['warn'] });
    expect([refused.status, Object.keys(refused.error.details ?? {})]).toEqual([400, ['message']]);
  });

  test('removes a message for everyone, and from what a reader catches up with', async () => {
    const { cast, db } = app();
    const { chat, message } = await rudeMessage();
    await db
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - 86_400_000) })
      .execute();
    const id = await report(cast.ana, 'message', message);
    const { body } = await resolve(cast.olga, id, { actions: ['remove', 'warn'], message: 'That was unkind.' });
    expect(body).toMatchObject({ can_remove: false, actions: ['remove', 'warn'] });
    const { results } = (await (await app().as(cast.ana)).listMessages({ params: { id: chat } })).body;
    expect(results.find((one) => one.id === message)).toMatchObject({ content: '', deleted_at: expect.any(String) });
    const events = await db.selectFrom('live_events').select(['type', 'data']).execute();
    expect(events.some(({ type }) => type === 'message.updated')).toBe(true);
    expect(JSON.stringify(events)).not.toContain('lift like a child');
    expect(body.content.text).toBe('You lift like a child');
    expect((await trail(id)).toSorted()).toEqual(['report.removed', 'report.warned']);
  });

  test('removes a message of a session chat', async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
    const params = { id: session };
    const { body: sent } = await (await app().as(cast.ben)).sendSessionMessage({ params, body: { content: 'Rude' } });
    await resolve(cast.finn, await report(cast.ana, 'session_message', sent.id), { actions: ['remove'] });
    const { results } = (await (await app().as(cast.ana)).listSessionMessages({ params })).body;
    expect(results).toMatchObject([{ id: sent.id, content: '', deleted_at: expect.any(String) }]);
    const events = await db.selectFrom('live_events').select(['type', 'data']).execute();
    expect(events.map(({ type }) => type)).toContain('session_message.updated');
    expect(JSON.stringify(events)).not.toContain('Rude');
  });

  test('removes a session by cancelling it, and tells its members', async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, with: [cast.ben] });
    await resolve(cast.finn, await report(cast.ana, 'session', session), { actions: ['remove'] });
    const { status } = await db.selectFrom('sessions').select('status').executeTakeFirstOrThrow();
    expect(status).toBe('cancelled');
    const { results } = (await (await app().as(cast.ben)).listNotifications()).body;
    expect(results).toMatchObject([{ kind: 'session_cancelled', body: 'Removed by the gym', actor: null }]);
  });

  test('suspends the account for a time, mails the member, and opens it again', async () => {
    const { cast, db } = app();
    const ben = await app().as(cast.ben);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const id = await report(cast.cleo, 'user', cast.ben.id);
    const { body } = await resolve(cast.finn, id, { actions: ['suspend'], suspended_until: until });
    expect(body.is_reported_active).toBe(false);
    expect((await ben.getMe()).error.code).toBe('token_invalid');
    const [mail] = await app().mailsTo(cast.ben.email);
    expect(mail).toMatchObject({ subject: 'Your Iron Harbour account is paused' });
    expect(mail?.text).toMatch(/You can sign in again on \d+ \w+ 20\d\d\./);
    const isActive = async () =>
      (
        await db.selectFrom('users').select(['is_active', 'suspended_until']).where('id', '=', cast.ben.id).execute()
      )[0];
    const lift = async () => {
      await enqueue(db, liftSuspensions, {});
      await app().runJobs();
    };
    await lift();
    expect(await isActive()).toMatchObject({ is_active: false });
    await db.updateTable('users').set({ suspended_until: new Date() }).where('id', '=', cast.ben.id).execute();
    await lift();
    expect(await isActive()).toEqual({ is_active: true, suspended_until: null });
  });

  test('until an admin opens it again', async () => {
    const { cast, db } = app();
    await resolve(cast.finn, await report(cast.cleo, 'user', cast.ben.id), { actions: ['suspend'] });
    await enqueue(db, liftSuspensions, {});
    await app().runJobs();
    const ben = await db.selectFrom('users').select('is_active').where('id', '=', cast.ben.id).executeTakeFirst();
    expect(ben).toEqual({ is_active: false });
  });
});

describe('who may close a report', () => {
  test('one admin: the second is told', async () => {
    const { cast } = app();
    const id = await report(cast.cleo, 'user', cast.ben.id);
    const answers = await Promise.all(
      [cast.olga, cast.finn].map((admin) => resolve(admin, id, { actions: ['warn'], message: 'Please be kind.' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('report_closed');
    expect((await (await app().as(cast.ben)).listNotifications()).body.count).toBe(1);
  });

  test('an admin who sees it, never about themselves, nor a gym admin about an admin', async () => {
    const { cast, db } = app();
    const aboutFinn = await report(cast.cleo, 'user', cast.finn.id);
    const aboutBen = await report(cast.cleo, 'user', cast.ben.id);
    expect((await resolve(cast.finn, aboutFinn, { actions: [] })).error.code).toBe('report_not_found');
    expect((await resolve(cast.nora, aboutBen, { actions: [] })).error.code).toBe('report_not_found');
    expect((await resolve(cast.ana, aboutBen, { actions: [] })).error.code).toBe('access_denied');
    const setRole = (role: string) => db.updateTable('users').set({ role }).where('id', '=', cast.ben.id).execute();
    await setRole('gym_admin');
    expect((await resolve(cast.finn, aboutBen, { actions: [] })).error.code).toBe('report_not_found');
    await setRole('regular_user');
    expect((await resolve(cast.olga, aboutFinn, { actions: ['suspend'] })).status).toBe(200);
  });

  test('the last organization admin stays, also for Spotter support', async () => {
    const { cast, db } = app();
    const id = await report(cast.cleo, 'user', cast.olga.id);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const refused = await inside.resolveReport({ params: { id }, body: { actions: ['suspend'] } });
    expect(refused.error.code).toBe('last_org_admin');
    const row = await db.selectFrom('reports').select('status').executeTakeFirst();
    expect(row).toEqual({ status: 'open' });
  });
});
