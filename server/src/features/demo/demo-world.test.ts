import { wallAt } from '@spotter/contract/wall-clock.ts';
import { expect, test } from 'vitest';
import { isOpen } from '#sample/opening.ts';
import { demoPeople, planDemo } from './demo-world.service.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const days = ['2026-01-15', '2026-10-04'];
const starts = days.flatMap((day) => hours.map((hour) => new Date(`${day}T${String(hour).padStart(2, '0')}:20:00Z`)));

test('has a session today with one spot left for the visitor, at any time', () => {
  for (const now of starts) {
    const { world, personaId } = planDemo(now, { expiresAt: new Date(now.getTime() + 3_600_000), faces: new Map() });
    const row = world.rows.sessions.find((session) => session.max_participants === 3);
    const planned = world.sessions.find((session) => session.id === row?.id);
    expect(planned, now.toISOString()).toBeDefined();
    const { startsAt, endsAt, people, gym } = planned!;
    expect([(endsAt.getTime() - startsAt.getTime()) / 60_000, people.length]).toEqual([45, 2]);
    expect(people.map(({ id }) => id)).not.toContain(personaId);
    const here = wallAt(startsAt, gym.timezone);
    expect(here.day).toBe(wallAt(now, gym.timezone).day);
    expect(startsAt.getTime()).toBeGreaterThan(now.getTime());
    expect(isOpen(gym, here.day, here.time, 45)).toBe(true);
    const mine = world.sessions.filter(({ host, startsAt: at }) => host.id === personaId && at > now);
    expect(mine.length).toBeGreaterThan(0);
  }
});

test('has no links into a demo and no mail addresses', () => {
  const now = new Date('2026-11-15T02:00:00Z');
  const { world } = planDemo(now, { expiresAt: now, faces: new Map() });
  expect(world.rows.users).toHaveLength(demoPeople.length);
  expect(world.rows.users.every((user) => user.is_demo_user && user.personal_share_code === null)).toBe(true);
  expect(world.rows.users.every((user) => user.email.endsWith('@demo.spotter.example'))).toBe(true);
  expect(world.rows.sessions.every((session) => session.share_token === null)).toBe(true);
  expect(world.rows.invite_codes).toEqual([]);
});
