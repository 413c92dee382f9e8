import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from './app.ts';
import { unboundScans } from './plans.ts';

const app = useTestApp();

test('finds a statement that names no organization, or two', async () => {
  const client = await app().pool.connect();
  const ids = [newId(), newId()];
  const scansOf = (text: string, values: unknown[]) => unboundScans(client, { text, values, inside: true });
  try {
    expect(await scansOf('select from sessions s where s.id = $1', ids.slice(1))).toMatchObject([
      { table: 'sessions' },
    ]);
    expect(await scansOf('select from sessions where organization_id in ($1, $2)', ids)).toHaveLength(1);
    expect(await scansOf('select from sessions where organization_id = $1 or id = $2', ids)).toHaveLength(1);
    const joined = 'select from sessions s join gyms g on g.id = s.gym_id';
    expect(await scansOf(`${joined} where s.organization_id = $1`, ids.slice(1))).toHaveLength(1);
    const bound = `${joined} and g.organization_id = s.organization_id where s.organization_id = $1`;
    expect(await scansOf(bound, ids.slice(1))).toEqual([]);
  } finally {
    client.release();
  }
});
