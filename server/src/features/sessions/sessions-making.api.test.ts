import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';

const app = useTestApp();

type Body = Parameters<Client['createSession']>[0]['body'];

const barangaroo = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
const usual = (): Body => ({ title: 'Leg day', workout_type: 'strength', start_time: `${dayFromNow(3)}T18:00` });
const make = async (body: Partial<Body> = {}, person: CastMember = app().cast.ana) =>
  (await app().as(person)).createSession({ body: { ...usual(), ...body } });
const made = async (body: Partial<Body> = {}, person?: CastMember) => {
  const { status, body: session, error } = await make(body, person);
  expect([status, error.code]).toEqual([201, undefined]);
  return session;
};

beforeEach(async () => {
  const { db } = app();
  for (const table of ['sessions', 'session_series', 'notifications', 'live_events', 'schedule_overrides'] as const)
    await db.deleteFrom(table).execute();
  await openDaily(db, { ...barangaroo(), opens: '06:00', closes: '22:00' });
});

describe('making a session', () => {
  test('takes a title, a kind and a time; the rest has its defaults, and its creator is in it', async () => {
    const { cast } = app();
    const session = await made();
    expect(session).toMatchObject({
      title: 'Leg day',
      description: '',
      duration_minutes: 60,
      max_participants: 10,
      current_participants: 1,
      available_spots: 9,
      fitness_level_min: 'beginner',
      fitness_level_max: 'advanced',
      gender_preference: 'any',
      creator: { id: cast.ana.id },
      participants: [{ id: cast.ana.id }],
      gym: { id: cast.gyms.barangaroo },
      is_participant: true,
      can_edit: true,
      can_cancel: true,
      series: null,
    });
    expect(session.start_time.local).toMatch(new RegExp(`^${dayFromNow(3)}T18:00:00\\+1[01]:00$`));
    expect(session.share_token).toMatch(/^[\w-]{22}$/);
    expect((await (await app().as(cast.cleo)).getSession({ params: { id: session.id } })).status).toBe(200);
  });
});
