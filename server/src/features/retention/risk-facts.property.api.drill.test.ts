import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { probabilityOf, type RiskFacts } from './model/risk.policy.ts';
import { riskWeights } from './model/risk-weights.generated.ts';
import { refreshRisks } from './risk-facts.repo.ts';
import { type History, openHistory } from './training/history.policy.ts';

const app = useTestApp();
const HOUR = 3_600_000;
/** Whole minutes, so that moments on both sides of a limit are met exactly. */
const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);

const people = 7;
const person = fc.nat({ max: people - 1 });
const pair = fc.tuple(person, person).filter(([one, other]) => one !== other);
/** Hours before now; often exactly on a limit, sometimes in the future. */
const hoursAgo = fc.oneof(
  fc.constantFrom(-48, 0, 168, 336, 672, 1440, 2160, 2688, 4368),
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 1500 }),
);
const session = fc.record({
  ago: hoursAgo,
  people: fc.uniqueArray(
    fc.record({
      who: person,
      attended: fc.constantFrom(null, true, false),
      how: fc.constantFrom('placed', 'joined', 'unsaid'),
    }),
    {
      selector: ({ who }) => who,
      minLength: 1,
    },
  ),
  isCancelled: fc.constantFrom(false, false, false, true),
  isOfSeries: fc.boolean(),
});
const world = fc.record({
  stayers: fc.uniqueArray(person),
  sessions: fc.array(session, { minLength: 10, maxLength: 40 }),
  friends: fc.uniqueArray(pair, { selector: (both) => both.toSorted().join(), maxLength: 8 }),
  blocks: fc.uniqueArray(pair, { selector: (both) => both.join(), maxLength: 2 }),
  invites: fc.uniqueArray(fc.record({ to: person, session: fc.nat(39), ago: hoursAgo, declined: fc.boolean() }), {
    selector: ({ to, session: of }) => `${to} ${of}`,
    maxLength: 12,
  }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

beforeEach(async () => {
  const { db } = app();
  for (const table of ['sessions', 'session_series', 'friendships', 'blocks', 'member_risks'] as const)
    await db.deleteFrom(table).execute();
});

/** Seven members, the last of whom is an admin and is never judged. */
async function addPeople() {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const ids = Array.from({ length: people }, () => newId());
  await db
    .insertInto('users')
    .values(
      ids.map((id, index) => ({
        ...{ id, organization_id, email: `${id}@gym.example`, first_name: 'Member' },
        ...{ role: index === people - 1 ? 'gym_admin' : 'regular_user', created_at: at(index * 700) },
      })),
    )
    .execute();
  return ids;
}

const at = (ago: number) => new Date(now.getTime() - ago * HOUR);

async function insert(given: World, ids: string[]) {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const made = given.sessions.map((one) => ({ ...one, id: newId() }));
  const series_id = newId();
  await db
    .insertInto('session_series')
    .values({
      ...{ organization_id, id: series_id, gym_id: cast.gyms.barangaroo, creator_id: ids[0]!, rrule: 'FREQ=DAILY' },
      ...{ timezone: 'UTC', starts_local: '2026-01-05T07:00', workout_type: 'strength', title: 'Leg day' },
      ...{ duration_minutes: 60, made_until: '2026-12-31' },
    })
    .execute();
  for (const who of given.stayers)
    await db.insertInto('session_series_members').values({ organization_id, series_id, user_id: ids[who]! }).execute();
  const first = { organization_id, gym_id: cast.gyms.barangaroo, workout_type: 'strength', title: 'Leg day' };
  await db
    .insertInto('sessions')
    .values(
      made.map(({ id, ago, people: coming, isOfSeries }, index) => ({
        ...{ ...first, id, creator_id: ids[coming[0]!.who]!, max_participants: 20 },
        ...{ starts_at: at(ago), ends_at: at(ago - 1), created_at: at(6000) },
        ...(isOfSeries && {
          series_id,
          occurrence_on: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
        }),
      })),
    )
    .execute();
  await db
    .insertInto('session_participants')
    .values(
      made.flatMap(({ id, people: coming }) =>
        coming.map(({ who, attended, how }) => ({
          ...{ organization_id, session_id: id, user_id: ids[who]!, attended },
          joined_at: at(6000),
          with_series: how === 'unsaid' ? null : how === 'placed',
        })),
      ),
    )
    .execute();
  const cancelled = made.filter(({ isCancelled }) => isCancelled).map(({ id }) => id);
  if (cancelled.length > 0)
    await db
      .updateTable('sessions')
      .set({ status: 'cancelled', cancelled_at: now })
      .where('id', 'in', cancelled)
      .execute();
  for (const both of given.friends) {
    const [user_low_id, user_high_id] = both.map((who) => ids[who]!).sort() as [string, string];
    await db
      .insertInto('friendships')
      .values({ organization_id, id: newId(), user_low_id, user_high_id, created_at: at(6000) })
      .execute();
  }
  for (const [one, other] of given.blocks)
    await db.insertInto('blocks').values({ organization_id, blocker_id: ids[one]!, blocked_id: ids[other]! }).execute();
  const invites = given.invites.flatMap((invite) => {
    const to = made[invite.session % made.length]!;
    const by = ids[to.people[0]!.who]!;
    return ids[invite.to] === by ? [] : [{ ...invite, sessionId: to.id, userId: ids[invite.to]!, by }];
  });
  const unique = [...new Map(invites.map((invite) => [`${invite.userId} ${invite.sessionId}`, invite])).values()];
  if (unique.length > 0)
    await db
      .insertInto('session_invites')
      .values(
        unique.map(({ sessionId, userId, by, ago, declined }) => ({
          ...{ organization_id, session_id: sessionId, user_id: userId, invited_by: by },
          ...{ created_at: at(ago), declined_at: declined ? at(ago) : null },
        })),
      )
      .execute();
  return { made, unique };
}

/** The same rows as a history, as plainly as can be. */
function historyOf(given: World, ids: string[], { made, unique }: Awaited<ReturnType<typeof insert>>): History {
  const held = made.filter(({ isCancelled }) => !isCancelled);
  const ownPeople = ({ people: coming, isOfSeries }: World['sessions'][number]) =>
    coming
      .filter(({ attended, how }) => attended ?? (how === 'joined' || (how === 'unsaid' && !isOfSeries)))
      .map(({ who }) => ids[who]!);
  return {
    members: ids.slice(0, -1).map((id, index) => ({ id, joinedAt: -index * 700 })),
    sessions: held.map((one) => ({ id: one.id, at: -one.ago, people: ownPeople(one) })),
    // A block ends a friendship.
    friendships: given.friends
      .filter((both) => !given.blocks.some((blocked) => blocked.toSorted().join() === both.toSorted().join()))
      .map(([one, other]) => ({ between: [ids[one]!, ids[other]!], since: -6000 })),
    blocks: given.blocks.map(([one, other]) => [ids[one]!, ids[other]!]),
    invites: unique.map(({ userId, sessionId, ago, declined }) => ({
      ...{ userId, at: -ago },
      answeredAt:
        declined ||
        made.some(({ id, people: coming }) => id === sessionId && coming.some(({ who }) => ids[who] === userId))
          ? -ago
          : null,
    })),
    bookings: held.flatMap((one) => ownPeople(one).map((userId) => ({ userId, bookedAt: -6000, at: -one.ago }))),
  };
}

const rounded = (facts: RiskFacts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(9)) : value]),
  );

test('the statement finds what counting one member at a time finds', { timeout: 120_000 }, async () => {
  const { db, cast } = app();
  const organizationId = cast.organizations.ironHarbour;
  const ids = await addPeople();
  let judged = 0;
  await fc.assert(
    fc
      .asyncProperty(world, async (given) => {
        const inserted = await insert(given, ids);
        const expected = openHistory(historyOf(given, ids, inserted)).factsAt(0);
        const members = await refreshRisks(db, { organizationId, now, weights: riskWeights });
        const rows = await db.selectFrom('member_risks').select(['user_id', 'facts', 'probability']).execute();
        expect(members).toBe(expected.size);
        expect(Object.fromEntries(rows.map((row) => [row.user_id, rounded(row.facts as RiskFacts)]))).toEqual(
          Object.fromEntries([...expected].map(([id, facts]) => [id, rounded(facts)])),
        );
        for (const row of rows) expect(row.probability).toBeCloseTo(probabilityOf(expected.get(row.user_id)!), 9);
        judged += members;
      })
      .beforeEach(async () => {
        for (const table of ['sessions', 'session_series', 'friendships', 'blocks'] as const)
          await db.deleteFrom(table).execute();
      }),
    runs(12),
  );
  expect(judged).toBeGreaterThan(0);
});
