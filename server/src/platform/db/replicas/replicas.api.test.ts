import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { addSession } from '#testing/test-data.ts';
import { FIRST, isPosition, lsnOf, positionOf } from '../position.ts';

test('positions are ordered as text, as PostgreSQL orders them', () => {
  const lsns = ['0/0', '0/9', '0/10', '0/FFFFFFFF', '9/1', '10/0', 'FFFFFFFF/FFFFFFFF'];
  const positions = lsns.map(positionOf);
  expect(positions.every(isPosition)).toBe(true);
  expect(positions.toSorted()).toEqual(positions);
  expect(positions[0]).toBe(FIRST);
  expect(lsnOf(positions[3]!)).toBe('00000000/FFFFFFFF');
});

describe('with a standby that nobody can reach', () => {
  const app = useTestApp({ DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URL: 'postgres://a@127.0.0.1:1/b' });
  const add = () => addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana });

  test('every answer says how new it is, in no more round trips', async () => {
    const { cast, pool } = app();
    const ben = await app().as(cast.ben);
    const id = await add();
    await ben.getMe();
    const answers: { status: number; headers: Record<string, unknown> }[] = [];
    const noting = async (call: Promise<(typeof answers)[number]>) => void answers.push(await call);
    expect(await countRoundTrips(pool, () => noting(ben.getSession({ params: { id } })))).toBe(1);
    expect(await countRoundTrips(pool, () => noting(ben.joinSession({ params: { id }, body: {} })))).toBe(2);
    expect(await countRoundTrips(pool, () => noting(ben.getSession({ params: { id } })))).toBe(1);
    await noting(ben.joinSession({ params: { id }, body: {} }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    const positions = answers.map(({ headers }) => String(headers[SEEN_HEADER]));
    expect(positions.every(isPosition)).toBe(true);
    expect(positions.toSorted()).toEqual(positions);
    // The join has committed between them.
    expect(positions[1]! > positions[0]!).toBe(true);
  });

  test.each([FIRST, 'FFFFFFFFFFFFFFFF', 'nonsense', ''])(
    'reads the primary for a caller who has seen %j',
    async (seen) => {
      const ben = await app().as(app().cast.ben);
      const id = await add();
      const { status, body } = await ben.listSessions({ headers: { [SEEN_HEADER]: seen } });
      expect([status, body.results.map((session) => session.id).includes(id)]).toEqual([200, true]);
    },
  );
});

describe('without standbys', () => {
  const app = useTestApp();

  test('nothing is asked, and no answer says how new it is', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    await ben.getMe();
    const headers = { [SEEN_HEADER]: FIRST };
    let answer: Awaited<ReturnType<typeof ben.listSessions>> | undefined;
    const statements = await statementsOf(async () => {
      answer = await ben.listSessions({ headers });
    });
    expect(statements).toHaveLength(1);
    expect(answer?.headers).not.toHaveProperty(SEEN_HEADER);
  });
});
