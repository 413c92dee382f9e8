import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { openDatabaseProxy } from '#testing/databases/database-proxy.ts';

let notices: Awaited<ReturnType<typeof openDatabaseProxy>>;
const app = useTestApp(
  {},
  {
    async throughDirectly(databaseUrl) {
      notices = await openDatabaseProxy(databaseUrl);
      return notices.url;
    },
  },
);

test('the stream of a revoked sign-in ends soon while notices are unheard, and others go on', async () => {
  const { http, cast, pool, accessTokens, tokenFor } = app();
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const open = async (person: typeof cast.ana) => {
    const token = await tokenFor(person);
    const { body } = await fetch(`http://127.0.0.1:${port}/api/v1/events/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = body!.getReader();
    await reader.read();
    let isOpen = true;
    const ended = (async () => {
      while (!(await reader.read()).done);
      isOpen = false;
    })();
    return { token, ended, isOpen: () => isOpen, leave: () => reader.cancel() };
  };
  const [ana, ben] = [await open(cast.ana), await open(cast.ben)];
  const { loginId } = (await accessTokens.verify(ana.token))!;

  notices.block();
  await pool.query('update logins set revoked_at = now() where id = $1', [loginId]);
  const revoked = performance.now();
  await ana.ended;
  // One until it is noticed that nothing is heard, one until the next look; the rest is for a busy machine.
  expect(performance.now() - revoked).toBeLessThan(6_000);
  expect(ben.isOpen()).toBe(true);
  notices.unblock();
  await ben.leave();
});
