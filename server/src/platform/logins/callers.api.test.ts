import { expect, test } from 'vitest';
import { preparedReads, type Read } from '#platform/db/reads.ts';
import { useTestApp } from '#testing/app.ts';
import { createCallers } from './callers.ts';

const app = useTestApp();

test('a cached caller counts only while changes of rights are heard', async () => {
  const { cast, pool, accessTokens, tokenFor } = app();
  const login = (await accessTokens.verify(await tokenFor(cast.ana)))!;
  let reads = 0;
  let isHeard = true;
  const read: Read = (statement, values) => {
    reads += 1;
    return preparedReads(pool)(statement, values);
  };
  const callers = createCallers(read, () => isHeard);
  for (let call = 0; call < 3; call++) expect((await callers.find(login))?.userId).toBe(cast.ana.id);
  expect(reads).toBe(1);

  isHeard = false;
  await pool.query('update logins set revoked_at = now() where id = $1', [login.loginId]);
  expect(await callers.find(login)).toBeNull();
  expect(reads).toBe(2);
});
