import { expect, test } from 'vitest';
import { preparedReads } from '#platform/db/reads.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { readCaller } from './callers.ts';

const app = useTestApp();

async function zoneOf(person: CastMember) {
  const { accessTokens, pool, tokenFor } = app();
  const login = await accessTokens.verify(await tokenFor(person));
  return (await readCaller(preparedReads(pool), login!))?.caller.homeZone;
}

test("a caller lives by their own zone, or by that of their gym, of their usual one or of the organization's first", async () => {
  const { cast, db } = app();
  const { barangaroo, fremantle } = cast.gyms;
  const set = (values: Record<string, string | null>) =>
    db.updateTable('users').set(values).where('id', '=', cast.ana.id).execute();
  await set({ timezone: 'Europe/Paris', current_gym_id: fremantle, default_gym_id: barangaroo });
  expect(await zoneOf(cast.ana)).toBe('Europe/Paris');
  await set({ timezone: null });
  expect(await zoneOf(cast.ana)).toBe('Australia/Perth');
  await set({ current_gym_id: null });
  expect(await zoneOf(cast.ana)).toBe('Australia/Sydney');
  await set({ default_gym_id: null });
  const [first] = [barangaroo, fremantle].sort();
  expect(await zoneOf(cast.ana)).toBe(first === barangaroo ? 'Australia/Sydney' : 'Australia/Perth');
  expect(await zoneOf(cast.gwen)).toBe('UTC');
});

test('a caller in memory follows when their gym moves to another zone', async () => {
  const { cast, pool } = app();
  const heard: (string | undefined)[] = [];
  const client = await pool.connect();
  client.on('notification', ({ payload }) => heard.push(payload));
  await client.query('listen caller');
  await client.query(`update gyms set timezone = 'Pacific/Auckland' where id = $1`, [cast.gyms.barangaroo]);
  await expect.poll(() => heard).toContain(cast.ben.id);
  await client.query('unlisten *');
  client.release();
});
