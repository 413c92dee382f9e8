import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

test("returns the position of the last event of the caller's organization", async () => {
  const { cast, as, visitor } = app();
  const cursorOf = async (client: Awaited<ReturnType<typeof as>>) => (await client.getLiveCursor()).body.cursor;
  const ana = await as(cast.ana);
  const before = Number(await cursorOf(ana));
  const elsewhere = await cursorOf(await as(cast.eve));
  await ana.updateMe({ body: { bio: 'Up before the sun' } });
  const { seq } = await app()
    .db.selectFrom('live_events')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('scope_id', '=', cast.organizations.ironHarbour)
    .executeTakeFirstOrThrow();
  expect(Number(seq)).toBeGreaterThan(before);
  for (const client of [ana, await as(cast.ben), await as(cast.sam, cast.organizations.ironHarbour)])
    expect(await cursorOf(client)).toBe(String(seq));
  expect(await cursorOf(await as(cast.eve))).toBe(elsewhere);
  expect((await visitor.getLiveCursor()).status).toBe(401);
});
