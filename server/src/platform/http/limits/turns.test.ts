import { expect, test } from 'vitest';
import { ClientGone } from './gate.ts';
import { createTurns } from './turns.ts';

/** Calls that record the order in which they start and how they are refused. */
function setUp(settings: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(settings);
  const begun: string[] = [];
  const refused: string[] = [];
  const call = (name: string, { owner = 'ana', isGone = () => false as boolean } = {}) => {
    const entered = turns.enter(owner, { isGone });
    if (!entered) begun.push(name);
    return entered?.then(
      () => void begun.push(name),
      (why) =>
        void refused.push(
          why instanceof ClientGone ? `${name} gone` : `${name} ${why.code} after ${why.options.retryAfterSeconds}`,
        ),
    );
  };
  const finish = async (times: number, owner = 'ana') => {
    for (let n = 0; n < times; n++) {
      turns.leave(owner);
      await new Promise(setImmediate);
    }
  };
  return { begun, refused, call, finish };
}

test('lets further calls of one owner wait in order, and nobody else', async () => {
  const { begun, refused, call, finish } = setUp({ atOnce: 2, mostWaiting: 60 });
  for (let n = 1; n <= 10; n++) call(`ana ${n}`);
  call('ben 1', { owner: 'ben' });
  expect(begun).toEqual(['ana 1', 'ana 2', 'ben 1']);
  await finish(10);
  expect(begun.slice(3)).toEqual(Array.from({ length: 8 }, (_, n) => `ana ${n + 3}`));
  expect(refused).toEqual([]);
});

test('starts as many calls again once all have left', async () => {
  const { begun, call, finish } = setUp({ atOnce: 2, mostWaiting: 1 });
  for (const name of ['1', '2', '3']) call(name);
  await finish(3);
  for (const name of ['4', '5', '6']) call(name);
  expect(begun).toEqual(['1', '2', '3', '4', '5']);
});

test('refuses a call when too many wait, and says when to try again', async () => {
  const { begun, refused, call, finish } = setUp({ atOnce: 1, mostWaiting: 2 });
  for (const name of ['1', '2', '3']) call(name);
  await call('4');
  expect(refused).toEqual(['4 too_many_requests after 2']);
  await finish(3);
  expect(begun).toEqual(['1', '2', '3']);
});

test('skips calls whose client has disconnected, and gives their place to others', async () => {
  const { begun, refused, call, finish } = setUp({ atOnce: 1, mostWaiting: 2 });
  call('1');
  call('2', { isGone: () => true });
  call('3', { isGone: () => begun.length > 1 });
  call('4');
  await finish(1);
  expect([begun, refused]).toEqual([['1', '3'], ['2 gone']]);
  call('5', { isGone: () => true });
  await finish(2);
  expect([begun, refused]).toEqual([
    ['1', '3', '4'],
    ['2 gone', '5 gone'],
  ]);
  call('6');
  expect(begun.at(-1)).toBe('6');
});
