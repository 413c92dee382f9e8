import { expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { connect } from './connect.ts';

test('closes connections that only plain queries have used', async () => {
  const database = await cloneDatabase();
  const connection = connect(database.url, { max: 1, onError: () => {} });
  await connection.pool.query('select 1');
  await connection.close();
  expect(connection.pool.totalCount).toBe(0);
  await database.drop();
});
