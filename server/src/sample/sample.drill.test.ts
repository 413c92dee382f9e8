import { closingMinute, minutesOf, timeOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { foldKeys } from '#platform/events/fold-keys.ts';
import { writeNews } from '#platform/events/write.ts';
import { cloneDatabase } from '#testing/database.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { notification } from '../features/notifications/index.ts';
import { lockSeries } from '../features/sessions/series/series.read.ts';
import { makeOccurrences } from '../features/sessions/series/series-make.service.ts';
import { planWorld, seedSampleData } from './index.ts';
import { insertWorld } from './insert.ts';
import { createWorld, sampleTables } from './world.ts';

type Sample = { connection: Connection; files: Map<string, Buffer>; drop(): Promise<void> };

async function seed(now: string): Promise<Sample> {
  const { url, drop } = await cloneDatabase();
  const connection = connect(url, { max: 4, onError: () => {} });
  const files = new Map<string, Buffer>();
  await seedSampleData(connection.db, {
    files: { put: async (key, body) => void files.set(key, body) },
    now: new Date(now),
    passwordFor: (email) => `password of ${email}`,
    hashPassword: async (password) => `hash of ${password}`,
    seed: 1,
  });
  return { connection, files, drop };
}

const marks = { logo: { key: 'logo', body: Buffer.alloc(0) }, favicon: { key: 'favicon', body: Buffer.alloc(0) } };
const photo = { key: 'photo', body: Buffer.alloc(0), width: 4, height: 3 };

/** Only the rows: drawing the pictures is work for nothing where a test looks at sessions. */
function planWithoutPictures(now: Date, seed = 1) {
  const world = createWorld(now, seed);
  planWorld(world, { faces: new Map(), marks, photo }, new Map());
  return world;
}

async function seedWithoutPictures(now: string): Promise<Sample> {
  const { url, drop } = await cloneDatabase();
  const connection = connect(url, { max: 4, onError: () => {} });
  await insertWorld(connection.db, planWithoutPictures(new Date(now)));
  return { connection, files: new Map(), drop };
}

/** A multirange of minutes, as PostgreSQL writes it. */
const spansOf = (hours: string) =>
  [...hours.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({
    opens: timeOf(Number(from)),
    closes: timeOf(Number(to)),
  }));

async function end({ connection, drop }: Sample) {
  await connection.close();
  await drop();
}

/** Everything but what the database's own clock writes. */
async function contentOf({ connection, files }: Sample) {
  const content: Record<string, unknown> = { files: [...files].sort() };
  for (const table of sampleTables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - 'updated_at' as row from ${sql.table(table)} t order by 1`.execute(connection.db);
    content[table] = rows.map(({ row }) => row);
  }
  return content;
}

describe('on an ordinary day', () => {
  let sample: Sample;
  const now = '2026-11-15T02:00:00Z';
  beforeAll(async () => {
    sample = await seed(now);
  });
  afterAll(() => end(sample));

  test('the same seed gives the same data, another seed other data', async () => {
    const again = await seed(now);
    expect(await contentOf(again)).toEqual(await contentOf(sample));
    await end(again);
    const [one, other] = [1, 2].map((number) => planWithoutPictures(new Date(now), number).rows.sessions);
    expect(other).not.toEqual(one);
  });

  test('counters equal rows', async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from (
        select id from sessions s where current_participants <> (select count(*) from session_participants p where p.session_id = s.id)
          or held_spots <> (select count(*) from session_waitlist w where w.session_id = s.id and w.status = 'offered')
          or waitlist_count <> (select count(*) from session_waitlist w where w.session_id = s.id and w.status = 'waiting')
          or last_message_seq <> (select coalesce(max(seq), 0) from session_messages m where m.session_id = s.id)
        union all
        select id from conversations c where member_count <> (select count(*) from conversation_members m where m.conversation_id = c.id)
          or last_seq <> (select count(*) from messages m where m.conversation_id = c.id)
        union all
        select id from invite_codes i where use_count <> (select count(*) from invite_code_uses u where u.invite_code_id = i.id)
      ) broken`.execute(sample.connection.db);
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  test('the next message of a chat folds into its unread notification', async () => {
    const { db } = sample.connection;
    const unread = await db
      .selectFrom('notifications')
      .select(['id', 'organization_id', 'user_id', 'conversation_id'])
      .where('kind', '=', 'message')
      .where('read_at', 'is', null)
      .execute();
    expect(unread.length).toBeGreaterThan(5);
    const told = unread.map(({ organization_id: organizationId, user_id, conversation_id }) => {
      const conversationId = conversation_id ?? '';
      const fold = foldKeys.conversation(conversationId);
      return notification({ organizationId, kind: 'message', to: [user_id], conversationId, fold });
    });
    const rollBack = new Error('The other tests see the sample as it is.');
    const write = db.transaction().execute(async (tx) => {
      writeNews(tx, told);
      const after = tx
        .selectFrom('notifications')
        .select('id')
        .where('kind', '=', 'message')
        .where('read_at', 'is', null);
      expect(await after.execute()).toHaveLength(unread.length);
      throw rollBack;
    });
    await expect(write).rejects.toBe(rollBack);
  });

  test('there is something of everything', async () => {
    for (const table of sampleTables) {
      const { rows } = await sql<{ some: boolean }>`select exists (select from ${sql.table(table)}) as some`.execute(
        sample.connection.db,
      );
      expect({ table, ...rows[0] }).toEqual({ table, some: true });
    }
    const { rows } = await sql<{ members: number; full: number; held: number; unread: number; photos: number }>`
      select (select count(*)::int from users where role = 'regular_user' and avatar_key is not null) as members,
        (select count(*)::int from sessions where current_participants = max_participants and starts_at > '2026-11-15') as full,
        (select count(*)::int from sessions where held_spots > 0) as held,
        (select count(*)::int from notifications where read_at is null) as unread,
        (select count(*)::int from messages where kind = 'photo' and content <> '') as photos`.execute(
      sample.connection.db,
    );
    const [counts] = rows;
    expect(counts?.members).toBeGreaterThanOrEqual(40);
    expect(counts?.full).toBeGreaterThan(1);
    expect(counts?.held).toBe(1);
    expect(counts?.unread).toBeGreaterThan(50);
    expect(counts?.photos).toBe(1);
  });

  test('has half a year behind it: busier every month, new members every month, and some who stopped coming', async () => {
    const { rows } = await sql<{ months: number[]; joined: number[]; stopped: number }>`
      with past as (
        select p.user_id, s.starts_at, extract(day from timestamptz '2026-11-15' - s.starts_at)::int / 30 as month
        from sessions s join session_participants p on p.session_id = s.id
        where s.starts_at < '2026-11-15' and s.starts_at > timestamptz '2026-11-15' - interval '180 days')
      select (select array_agg(people order by month desc) from (select month, count(*)::int as people from past group by 1) m) as months,
        (select array_agg(people order by month desc) from (select extract(day from timestamptz '2026-11-15' - created_at)::int / 30 as month,
          count(*)::int as people from users where created_at > timestamptz '2026-11-15' - interval '180 days' group by 1) m) as joined,
        (select count(*)::int from (select user_id from past group by 1 having count(*) >= 8
          and max(starts_at) < timestamptz '2026-11-15' - interval '18 days') gone) as stopped`.execute(
      sample.connection.db,
    );
    const [found] = rows;
    expect(found?.months).toHaveLength(6);
    expect(found?.months).toEqual(found?.months.toSorted((one, other) => one - other));
    expect(found?.joined).toHaveLength(6);
    expect(found?.stopped).toBeGreaterThanOrEqual(4);
  });

  test('has no sessions with blocked pairs, and nothing in the future', async () => {
    const { rows } = await sql<{ together: number; early: number }>`
      select (select count(*)::int from session_participants a join session_participants b using (session_id)
          join blocks on blocker_id = a.user_id and blocked_id = b.user_id) as together,
        (select count(*)::int from (select created_at from messages union all select created_at from session_messages
          union all select created_at from notifications union all select joined_at from session_participants
          union all select read_at from notifications union all select created_at from sessions) t
          where created_at > '2026-11-15T02:00:00Z') as early`.execute(sample.connection.db);
    expect(rows).toEqual([{ together: 0, early: 0 }]);
  });

  test('the repeating sessions are those the server would have made, as far ahead as it makes them', async () => {
    const tx = await sample.connection.db.startTransaction().execute();
    const count = async () => (await tx.selectFrom('sessions').select('id').execute()).length;
    const before = await count();
    const rows = await tx.selectFrom('session_series').select(['organization_id', 'id']).execute();
    expect(rows.length).toBeGreaterThan(2);
    for (const { organization_id, id } of rows) {
      await tx.updateTable('session_series').set({ made_until: '2026-11-15' }).where('id', '=', id).execute();
      const series = await lockSeries(tx, organization_id, id);
      expect(await makeOccurrences(tx, { ...series!, now: new Date(now) })).toEqual([]);
    }
    expect(await count()).toBe(before);
    await tx.rollback().execute();
  });
});

test('the database takes the sample gyms at any time of day', async () => {
  const { url, drop } = await cloneDatabase();
  const connection = connect(url, { max: 1, onError: () => {} });
  const moment = fc.date({ min: new Date('2026-11-15'), max: new Date('2028-11-15'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(moment, async (now) => {
      const world = planWithoutPictures(now);
      const tx = await connection.db.startTransaction().execute();
      try {
        await insertWorld(tx, world);
      } finally {
        await tx.rollback().execute();
      }
    }),
    { ...runs(2), endOnFailure: true, examples: [[new Date('2026-11-15T20:07:00Z')]] },
  );
  await connection.close();
  await drop();
});

// Around the nights when clocks change in Sydney and in London, and on ordinary ones.
describe.each(['2026-10-04T03:00:00Z', '2026-10-25T00:30:00Z', '2027-03-28T12:00:00Z', '2027-04-04T20:00:00Z'])(
  'made at %s',
  (now) => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await seedWithoutPictures(now);
    });
    afterAll(() => end(sample));

    test('every session lies inside opening hours', async () => {
      const { db } = sample.connection;
      const sessions = await db
        .selectFrom('sessions as s')
        .innerJoin('gyms as g', 'g.id', 's.gym_id')
        .select(['s.title', 's.starts_at', 's.ends_at', 's.gym_id', 'g.timezone'])
        .execute();
      const hours = await db.selectFrom('operating_hours').selectAll().execute();
      const overrides = await db.selectFrom('schedule_overrides').selectAll().execute();
      const outside = sessions.filter(({ starts_at, ends_at, gym_id, timezone }) => {
        const start = wallAt(starts_at, timezone);
        const end = wallAt(ends_at, timezone);
        const endTime = end.day === start.day ? end.time : '24:00';
        const override = overrides.find(
          (row) => row.gym_id === gym_id && row.first_day <= start.day && start.day <= row.last_day,
        );
        const spans = override
          ? override.closed
            ? []
            : [override, ...spansOf(override.more_hours)]
          : hours.filter((row) => row.gym_id === gym_id && row.weekday === weekdayOf(start.day));
        return !spans.some(
          ({ opens, closes }) =>
            opens! <= start.time && minutesOf(endTime) <= closingMinute({ opens: opens!, closes: closes! }),
        );
      });
      expect(sessions.length).toBeGreaterThan(200);
      expect(outside).toEqual([]);
    });

    test('for four weeks, at any quarter of an hour, a gym of Iron Harbour has something left today', async () => {
      const { rows } = await sql<{ at: Date }>`
        with open as (
          select s.starts_at, g.timezone from sessions s join gyms g on g.id = s.gym_id
          join organizations o on o.id = g.organization_id and o.name = 'Iron Harbour'
          where s.status = 'active' and s.current_participants < s.max_participants
        )
        select at from generate_series(${now}::timestamptz, ${now}::timestamptz + interval '28 days', interval '15 minutes') at
        where not exists (
          select from open where starts_at > at
            and (starts_at at time zone timezone)::date = (at at time zone timezone)::date
        )`.execute(sample.connection.db);
      expect(rows).toEqual([]);
    });

    test('every gym has sessions to join on each day it is open', async () => {
      const { rows } = await sql<{ name: string; day: string }>`
        select g.name, day::date::text as day from gyms g cross join lateral generate_series((${now}::timestamptz at time zone g.timezone)::date + 1,
          (${now}::timestamptz at time zone g.timezone)::date + 28, interval '1 day') day
        where not exists (select from schedule_overrides c
            where c.gym_id = g.id and c.closed and day::date between c.first_day and c.last_day)
          and not exists (select from sessions s where s.gym_id = g.id and s.status = 'active'
            and s.current_participants < s.max_participants
            and (s.starts_at at time zone g.timezone)::date = day::date)`.execute(sample.connection.db);
      expect(rows).toEqual([]);
    });
  },
);
