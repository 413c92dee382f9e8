import { expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

test("returns the position of the last event of the caller's organization", async () => {
  const { cast, as, visitor } = app();
  const cursorOf = async (client: Awaited<ReturnType<typeof as>>) => (await client.getLiveCursor()).body.cursor;
  const ana = await as(cast.ana);
  const before = Number(await cursorOf(ana));
  const elsewhere = await cursorOf(await as(cast.eve));
  await ana.updateMe({ body: { bio: 'Up before the sun' } });
  const { events } = await app()
    .db.selectFrom('live_events')
    .select((eb) => eb.fn.countAll().as('events'))
    .where('scope_id', '=', cast.organizations.ironHarbour)
    .where('number', 'is', null)
    .executeTakeFirstOrThrow();
  expect(Number(events)).toBeGreaterThan(0);
  for (const client of [ana, await as(cast.ben), await as(cast.sam, cast.organizations.ironHarbour)])
    expect(Number(await cursorOf(client))).toBe(before + Number(events));
  expect(await cursorOf(await as(cast.eve))).toBe(elsewhere);
  expect((await visitor.getLiveCursor()).status).toBe(401);
});

test('ends a live stream when its own access token expires, while the sign-in continues', async () => {
  const { cast, accessTokens, http, tokenFor } = app();
  const token = await tokenFor(cast.ben);
  const login = await accessTokens.verify(token);
  const short = await accessTokens.sign({ userId: cast.ben.id, loginId: login?.loginId ?? '', seconds: 2 });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const listen = (access: string) =>
    fetch(`${address}/api/v1/events/`, { headers: { authorization: `Bearer ${access}` } });
  const [own, shortLived] = await Promise.all([listen(token), listen(short)]);
  const text = await vi.waitFor(() => shortLived.text());
  expect(text).toMatch(/event: expired\ndata: {}\n\nretry: \d+\n\n$/);
  expect((await listen(short)).status).toBe(401);
  expect((await app().with(token).getMe()).status).toBe(200);
  await own.body?.cancel();
});
