import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ PUBLIC_URL: 'https://spotter.example' });

const add = (thing: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, ...thing });
const share = async (id: string, person: CastMember = app().cast.ana) =>
  (await app().as(person)).shareSession({ params: { id } });
const revoke = async (id: string, person: CastMember = app().cast.ana) =>
  (await app().as(person)).revokeSessionShare({ params: { id } });
const behind = (token: string) => app().visitor.getSharedSession({ params: { token } });

beforeEach(() => app().db.deleteFrom('sessions').execute());

describe("a session's link", () => {
  test('can be shared by every reader of the session, each with their own code', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben] });
    const answers = await Promise.all([cast.ana, cast.ben, cast.olga, cast.finn].map((person) => share(id, person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.share_token)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.referrer_code)).size).toBe(4);
    for (const { body } of answers)
      expect(body.share_url).toBe(`https://spotter.example/i/session/${body.share_token}?ref=${body.referrer_code}`);
    expect((await behind(answers[0]!.body.share_token)).body.id).toBe(id);
  });

  test('is refused to callers who cannot see it, without a verified email, to demos, and inside an organization', async () => {
    const { cast } = app();
    const id = await add();
    for (const person of [cast.dov, cast.eve]) expect((await share(id, person)).error.code).toBe('session_not_found');
    expect((await share(newId())).error.code).toBe('session_not_found');
    expect((await share(id, cast.cleo)).error.code).toBe('email_not_verified');
    const own = await add({ gym: cast.gyms.sandbox, host: cast.demi });
    expect((await share(own, cast.demi)).error.code).toBe('demo_not_allowed');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.shareSession({ params: { id } })).error.code).toBe('emulation_not_allowed');
  });

  test('is refused for a past session', async () => {
    expect((await share(await add({ in: -90 }))).error.code).toBe('session_started');
    const cancelled = await add({ status: 'cancelled', cancelled_at: new Date() });
    expect((await share(cancelled)).error.code).toBe('session_cancelled');
  });

  test('is revoked for everyone by its host or a manager, and replaced on the next share', async () => {
    const { cast, db } = app();
    const id = await add({ with: [cast.ben] });
    const { share_token: first } = (await share(id)).body;
    for (const person of [cast.ben, cast.cleo]) expect((await revoke(id, person)).error.code).toBe('access_denied');
    for (const person of [cast.dov, cast.eve]) expect((await revoke(id, person)).error.code).toBe('session_not_found');
    expect((await revoke(id)).status).toBe(204);
    expect((await revoke(id, cast.finn)).status).toBe(204);
    const gone = await behind(first);
    expect([gone.status, gone.error.code]).toEqual([404, 'shared_session_not_found']);
    const cleo = await app().as(cast.cleo);
    expect((await cleo.joinByToken({ body: { share_token: first } })).error.code).toBe('shared_session_not_found');
    const { share_token: second } = (await share(id, cast.ben)).body;
    expect(second).not.toBe(first);
    expect((await behind(second)).body.id).toBe(id);
    expect((await behind(first)).status).toBe(404);
    const told = await db.selectFrom('live_events').select('data').where('type', '=', 'session.updated').execute();
    expect(told.map(({ data }) => data)).toMatchObject(Array(2).fill({ session_id: id, changed: ['share_token'] }));
  });
});
