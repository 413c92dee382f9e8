import { randomInt } from 'node:crypto';
import { wallAt } from '@spotter/contract/wall-clock.ts';
import type { Face } from '#sample/faces.ts';
import { planFriends } from '#sample/friends.ts';
import { addPerson } from '#sample/members.ts';
import { planConversations } from '#sample/messages/conversations.ts';
import { planSessionMessages } from '#sample/messages/session-messages.ts';
import { planWeekendPlans } from '#sample/messages/weekend-plans.ts';
import { planNotifications } from '#sample/notifications.ts';
import { addGym, addOrganization, every, week } from '#sample/organizations.ts';
import { ironHarbourPeople, type Person } from '#sample/people.ts';
import { planProposals, planSessionInvites } from '#sample/proposals.ts';
import { planSessions } from '#sample/sessions.ts';
import { slot } from '#sample/timetable.ts';
import { createWorld, daysFrom, memberOf, type World } from '#sample/world.ts';

const cast = 'olga finn ana ben cleo maya tane zoe gurpreet isla liam aisha grace leilani'.split(' ');
export const demoPeople: Person[] = ironHarbourPeople.filter(({ key }) => cast.includes(key));

/** The persona the visitor plays, with friends, hosted sessions and unanswered messages. */
const persona = { key: 'ana', name: 'Ana Costa' };

/** A gym in a zone where it is day, so that the next sessions are today. */
const gyms = [
  {
    name: 'Iron Harbour Barangaroo',
    address: '12 Shipwright Walk, Barangaroo NSW 2000',
    timezone: 'Australia/Sydney',
  },
  { name: 'Iron Harbour Wapping', address: '3 Tobacco Quay, London E1W 2SF', timezone: 'Europe/London' },
  { name: 'Iron Harbour Venice', address: '410 Rose Avenue, Venice CA 90291', timezone: 'America/Los_Angeles' },
] as const;

const isDay = (now: Date, timezone: string) => {
  const { time } = wallAt(now, timezone);
  return time >= '06:00' && time < '17:00';
};

const nextUp = [
  {
    ...slot(
      'barangaroo',
      ', , 60, strength, Strength, 6, 0.7, ana, anyone',
      'Upper body, no ego',
      'Bench, rows, a lot of face pulls. Come as you are.',
    ),
    inMinutes: 75,
  },
  {
    ...slot(
      'barangaroo',
      ', , 45, classes, HIIT, 3, 0.5, maya zoe tane isla grace liam, anyone',
      'Express circuit for three',
      'Six stations, forty seconds on, twenty off. Small on purpose, so nobody queues.',
    ),
    inMinutes: 165,
  },
];

export type DemoWorld = { world: World; organizationId: string; personaId: string; personaName: string };

/** All rows of one visitor's demo gym, and the persona's id. */
export function planDemo(
  now: Date,
  { expiresAt, faces }: { expiresAt: Date; faces: ReadonlyMap<string, Pick<Face, 'key'>> },
): DemoWorld {
  const tag = randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0');
  const world = createWorld(now, randomInt(2 ** 32), { tag, expiresAt, persona });
  const opened = daysFrom(now, -430);
  const organizationId = addOrganization(world, opened, {
    name: 'Iron Harbour',
    business_type: 'single',
    estimated_members: '51-200',
    is_demo: true,
    demo_expires_at: expiresAt,
  });
  const gym = gyms.find(({ timezone }) => isDay(now, timezone)) ?? gyms[0];
  const daily = [every('05:00', '22:00')];
  addGym(world, organizationId, 'barangaroo', { ...gym, hours: week(daily, daily, daily) });
  for (const person of demoPeople) addPerson(world, organizationId, person, faces, new Map());
  planFriends(world);
  planSessions(world, { weeksBack: 2, weeksAhead: 1, nextUp });
  planProposals(world);
  planSessionInvites(world);
  planSessionMessages(world);
  planConversations(world);
  planNotifications(world);
  planWeekendPlans(world, null);
  return {
    world,
    organizationId,
    personaId: memberOf(world, persona.key).id,
    personaName: persona.name,
  };
}
