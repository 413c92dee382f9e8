import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ PUBLIC_URL: 'https://train.example' });

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('calendar_feeds').execute();
});

/** Parses a calendar as a phone does, using the zones in the file. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const value = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      description: event.description,
      location: event.location,
      startsAt: event.startDate.toJSDate().toISOString(),
      endsAt: event.endDate.toJSDate().toISOString(),
      status: value('status'),
      url: value('url'),
      attendees: component.getAllProperties('attendee').length + component.getAllProperties('organizer').length,
    };
  });
}

const make = async (person: CastMember) => {
  const { status, body } = await (await app().as(person)).createMyCalendarFeed();
  expect(status).toBe(201);
  const [, token = ''] = /^https:\/\/train\.example\/api\/v1\/calendar\/([\w-]{43})\.ics$/.exec(body.url) ?? [];
  expect(token).not.toBe('');
  return token;
};
const follow = (feed_token: string, headers = {}) => app().visitor.getCalendarFeed({ params: { feed_token }, headers });

describe('a session as a calendar file', () => {
  test('contains title, time and place, and no mail addresses', async () => {
    const { db, cast } = app();
    await db.updateTable('gyms').set({ address: '1 Wharf Road' }).where('id', '=', cast.gyms.barangaroo).execute();
    // Sunday morning at the gym, while it is still Saturday in UTC.
    const starts_at = new Date('2027-04-03T21:00:00Z');
    const id = await addSession(db, {
      gym: cast.gyms.barangaroo,
      host: cast.ana,
      with: [cast.ben],
      starts_at,
      minutes: 90,
      title: 'Leg day, heavy; bring chalk',
      description: 'Squats first.\nThen we see.',
      revision: 3,
    });
    const { status, text, headers } = await (await app().as(cast.cleo)).getSessionCalendarFile({ params: { id } });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="spotter-session-2027-04-04.ics"');
    expect(eventsIn(text)).toEqual([
      {
        uid: id,
        sequence: 3,
        summary: 'Leg day, heavy; bring chalk',
        description: `Squats first.\nThen we see.\n\nHosted by Ana\n\nhttps://train.example/app/sessions/${id}`,
        location: 'Barangaroo, 1 Wharf Road',
        startsAt: starts_at.toISOString(),
        endsAt: '2027-04-03T22:30:00.000Z',
        status: 'CONFIRMED',
        url: `https://train.example/app/sessions/${id}`,
        attendees: 0,
      },
    ]);
    // The morning Sydney's clocks went back: seven in the new time.
    expect(text).toContain('DTSTART;TZID=Australia/Sydney:20270404T070000');
    expect(text).not.toContain('@');
  });

  test('is hidden from callers who may not see the session', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    for (const person of [cast.dov, cast.eve, cast.demi]) {
      const { status, error } = await (await app().as(person)).getSessionCalendarFile({ params: { id } });
      expect([status, error.code]).toEqual([404, 'session_not_found']);
    }
    expect((await app().visitor.getSessionCalendarFile({ params: { id } })).status).toBe(401);
    const bad = await (await app().as(cast.ana)).getSessionCalendarFile({ params: { id: 'not-an-id' } });
    expect([bad.status, bad.error.details]).toEqual([400, { id: ['Not a valid id'] }]);
  });
});

describe('a calendar address', () => {
  test('can be created, read and revoked by its member', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    expect((await ana.getMyCalendarFeed()).body).toEqual({ is_active: false, created_at: null, last_read_at: null });
    const token = await make(cast.ana);
    expect((await ana.getMyCalendarFeed()).body).toMatchObject({ is_active: true, last_read_at: null });
    const { status, text, headers } = await follow(token);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ]);
    expect(text).toContain('X-WR-CALNAME:Iron Harbour sessions\r\n');
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    const { last_read_at } = (await ana.getMyCalendarFeed()).body;
    expect(Date.now() - Date.parse(last_read_at ?? '')).toBeLessThan(60_000);
    await follow(token);
    expect((await ana.getMyCalendarFeed()).body.last_read_at).toBe(last_read_at);

    expect((await ana.revokeMyCalendarFeed()).status).toBe(204);
    expect((await ana.getMyCalendarFeed()).body.is_active).toBe(false);
    const ended = await follow(token);
    const unknown = await follow('n'.repeat(43));
    expect([ended.status, ended.error.code]).toEqual([404, 'feed_not_found']);
    expect({ ...ended.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' });
    expect((await ana.revokeMyCalendarFeed()).status).toBe(204);
  });

  test('is stored only as a hash', async () => {
    const token = await make(app().cast.ana);
    const { rows } = await sql<{ row: string }>`select calendar_feeds::text as row from calendar_feeds`.execute(
      app().db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
  });

  test('replaces the previous address, even when two are requested at once', async () => {
    const { db, cast } = app();
    const first = await make(cast.ana);
    const made = await Promise.all([make(cast.ana), make(cast.ana), make(cast.ana)]);
    expect((await follow(first)).status).toBe(404);
    const answers = await Promise.all(made.map((token) => follow(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const live = await db.selectFrom('calendar_feeds').selectAll().where('revoked_at', 'is', null).execute();
    expect(live).toHaveLength(1);
  });

  test('is refused in a demo and to a super admin inside an organization', async () => {
    const { cast } = app();
    expect((await (await app().as(cast.demi)).createMyCalendarFeed()).error.code).toBe('demo_not_allowed');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.createMyCalendarFeed()).error.code).toBe('emulation_not_allowed');
    expect((await app().visitor.createMyCalendarFeed()).status).toBe(401);
  });

  test('stops working when its member is deleted', async () => {
    const { db, cast } = app();
    const token = await make(cast.cleo);
    const active = (is_active: boolean) =>
      db.updateTable('users').set({ is_active }).where('id', '=', cast.cleo.id).execute();
    await active(false);
    expect((await follow(token)).error.code).toBe('feed_not_found');
    await active(true);
    expect((await follow(token)).status).toBe(200);
  });
});

describe("the calendar's content", () => {
  test("includes the member's sessions from the past month on", async () => {
    const { db, cast } = app();
    const at = (days: number) => ({ gym: cast.gyms.barangaroo, in: days * 24 * 60 });
    const mine = [
      await addSession(db, { ...at(-29), host: cast.ben, with: [cast.ana] }),
      await addSession(db, { ...at(1), host: cast.ana }),
      await addSession(db, { ...at(300), host: cast.ben, with: [cast.ana] }),
    ];
    await addSession(db, { ...at(-31), host: cast.ana });
    await addSession(db, { ...at(1), host: cast.ben });
    await addSession(db, { ...at(1), host: cast.eve, gym: cast.gyms.shoreditch });
    const events = eventsIn((await follow(await make(cast.ana))).text);
    expect(events.map(({ uid }) => uid)).toEqual(mine);
  });

  test('reflects a move, a cancellation with its reason, and leaving', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, with: [cast.ana] });
    const token = await make(cast.ana);
    const session = () => db.updateTable('sessions').where('id', '=', id);
    const [before] = eventsIn((await follow(token)).text);
    const [starts_at, ends_at] = ['22', '23'].map((hour) => new Date(`${dayFromNow(300)}T${hour}:00:00Z`));
    await session().set({ starts_at, ends_at, revision: 1 }).execute();
    const [moved] = eventsIn((await follow(token)).text);
    expect(moved).toEqual({
      ...before,
      sequence: 1,
      startsAt: starts_at?.toISOString(),
      endsAt: ends_at?.toISOString(),
    });
    await session().set({ status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'Flu', revision: 2 }).execute();
    const [cancelled] = eventsIn((await follow(token)).text);
    expect(cancelled).toMatchObject({ uid: id, sequence: 2, status: 'CANCELLED' });
    expect(cancelled?.description).toContain('Cancelled: Flu');
    await db.deleteFrom('session_participants').where('user_id', '=', cast.ana.id).execute();
    expect(eventsIn((await follow(token)).text)).toEqual([]);
  });

  test('leaves out blocked hosts and gyms the member has left', async () => {
    const { db, cast } = app();
    await addSession(db, { gym: cast.gyms.barangaroo, host: cast.dov, with: [cast.ana, cast.cleo] });
    expect(eventsIn((await follow(await make(cast.ana))).text)).toEqual([]);
    const token = await make(cast.cleo);
    expect(eventsIn((await follow(token)).text)).toHaveLength(1);
    const gym = {
      organization_id: cast.cleo.organizationId ?? '',
      user_id: cast.cleo.id,
      gym_id: cast.gyms.barangaroo,
    };
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.cleo.id).execute();
    expect(eventsIn((await follow(token)).text)).toEqual([]);
    await db.insertInto('user_gyms').values(gym).execute();
  });

  test('is sent again only after a change', async () => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    const token = await make(cast.ana);
    const etag = String((await follow(token)).headers.etag);
    const again = await follow(token, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    await db.updateTable('sessions').set({ title: 'Arm day', revision: 1 }).where('id', '=', id).execute();
    const changed = await follow(token, { 'if-none-match': etag });
    expect([changed.status, changed.text.includes('Arm day')]).toEqual([200, true]);
    await db.deleteFrom('session_participants').where('session_id', '=', id).execute();
    expect((await follow(token, { 'if-none-match': String(changed.headers.etag) })).status).toBe(200);
  });
});

test('limits guessing addresses, but not phones that poll a valid or revoked one', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const { cast, visitor } = limited;
    const ana = await limited.as(cast.ana);
    const tokenOf = (url: string) => /([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    const ended = tokenOf((await ana.createMyCalendarFeed()).body.url);
    const right = tokenOf((await ana.createMyCalendarFeed()).body.url);
    const ask = async (feed_token: string) => (await visitor.getCalendarFeed({ params: { feed_token } })).status;
    for (let time = 0; time < 20; time++) expect([await ask(right), await ask(ended)]).toEqual([200, 404]);
    for (let guess = 0; guess < 30; guess++) expect(await ask(`guess-${guess}`)).toBe(404);
    expect(await ask('one-more')).toBe(429);
  } finally {
    await limited.stop();
  }
});
