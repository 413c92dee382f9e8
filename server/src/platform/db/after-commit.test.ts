import { expect, test } from 'vitest';
import { batchedNotices, type Notice } from './after-commit.ts';

const about = (payload: string): Notice => ({ channel: 'live', payload });

test('sends the first notice at once, and those that come meanwhile together, equal ones once', async () => {
  const batches: string[][] = [];
  const sent: (() => void)[] = [];
  const send = batchedNotices((notices) => {
    batches.push(notices.map(({ payload }) => payload));
    return new Promise((resolve) => sent.push(resolve));
  });
  send([about('a')]);
  send([about('a'), about('b')]);
  send([about('b')]);
  expect(batches).toEqual([['a']]);
  sent[0]!();
  await expect.poll(() => batches).toEqual([['a'], ['a', 'b']]);
  sent[1]!();
  await new Promise(setImmediate);
  send([about('b')]);
  expect(batches).toEqual([['a'], ['a', 'b'], ['b']]);
});
