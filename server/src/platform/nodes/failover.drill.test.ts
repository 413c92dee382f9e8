import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createClient } from '#platform/db/pool.ts';
import { createLiveHub } from '#platform/events/live-hub.ts';
import { createPgListener } from '#platform/events/pg-listener.ts';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { replicationIsMissing, startReplicated } from '#testing/replicated.ts';
import { createPulse } from './pulse.ts';

const log = createLogger('silent');

test('a standby that lacks events takes over: readers of them are reset, and everything goes on there', async ({
  skip,
}) => {
  skip(Boolean(replicationIsMissing), replicationIsMissing || '');
  const pair = await startReplicated();
  onTestFinished(() => pair.stop());
  const connection = connect(pair.url, { max: 4, onError: () => {} });
  const { db, pool } = connection;
  await migrate(pool);
  const listener = await createPgListener(pair.url, log);
  const pulse = await createPulse({ databaseUrl: pair.url, listener, log });
  const hub = createLiveHub({ db, listener, log, isHeard: pulse.isHeard });
  onTestFinished(async () => {
    hub.close();
    await pulse.close();
    await listener.close();
    await connection.close();
  });

  const scope = newId();
  const say = (text: string) =>
    inTransaction(db, async (tx) => tell(tx, { scope, type: 'me.updated', data: { changed: [text] }, to: 'everyone' }));
  const listen = (after: number) => {
    const got = { heard: [] as string[], reached: after };
    onTestFinished(
      hub.subscribe({
        scope,
        gymIds: [],
        userId: newId(),
        after,
        onOpen: () => {},
        onReset: () => got.heard.push('reset'),
        onEvent: ({ data }) => got.heard.push(...('changed' in data ? data.changed : [])),
        onPassing: () => {},
        onProgress: (cursor) => {
          got.reached = cursor;
        },
      }),
    );
    return got;
  };

  const ahead = listen(0);
  await say('a');
  await say('b');
  await expect.poll(() => ahead.reached).toBe(2);
  await expect.poll(() => numbered(pair.standbyUrl, scope)).toBe(2);
  pair.holdBack();
  await say('lost');
  await expect.poll(() => ahead.heard).toEqual(['a', 'b', 'lost']);

  await pair.failOver();
  await expect.poll(() => pulse.isWritable() && pulse.isHeard()).toBe(true);
  await expect.poll(() => say('c').then(() => 'said', String)).toBe('said');
  await expect.poll(() => ahead.heard).toContain('reset');
  await say('d');
  await expect.poll(() => ahead.heard.at(-1)).toBe('d');
  expect(ahead.heard.slice(0, 4)).toEqual(['a', 'b', 'lost', 'reset']);
  expect(ahead.heard.filter((text) => text === 'reset')).toHaveLength(1);

  const [behind, lost, current] = [listen(2), listen(3), listen(ahead.reached)];
  await expect.poll(() => [behind.heard, lost.heard, current.heard]).toEqual([['c', 'd'], ['reset'], []]);
});

async function numbered(connectionString: string, scope: string): Promise<number> {
  const client = createClient({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    'select coalesce(max(last_number), 0) as last from event_scopes where scope_id = $1',
    [scope],
  );
  await client.end();
  return Number(rows[0].last);
}
