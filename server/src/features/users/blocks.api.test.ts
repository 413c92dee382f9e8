import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { blockedBetween } from './blocks.repo.ts';

const app = useTestApp();

// A gym may have very many blocks, and a plan that a connection has made for a small one reads them all.
test('looks up a block by both people, also where the plan was made for few blocks', async () => {
  const { cast, pool } = app();
  const values = [cast.ana.organizationId, cast.ana.id, cast.dov.id];
  const client = await pool.connect();
  try {
    await client.query(
      "begin; set local plan_cache_mode = 'force_generic_plan'; set local enable_seqscan = off; analyze blocks",
    );
    await client.query(`prepare looked_up (uuid, uuid, uuid) as select ${blockedBetween('$2', '$3', '$1')}`);
    const { rows } = await client.query(`explain execute looked_up ('${values.join("', '")}')`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: .*organization_id = .*blocke[rd]_id = .*blocke[rd]_id = /);
    expect(plan).not.toMatch(/Filter: .*block/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
