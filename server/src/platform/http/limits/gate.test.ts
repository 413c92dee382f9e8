import { expect, test, vi } from 'vitest';
import { behind, ClientGone, createGate, Pass } from './gate.ts';

type Call = { lane?: string; isRead?: boolean; isGone?: () => boolean };

/** A gate whose calls record the order in which they start and how they are refused. */
function setUp(settings: Parameters<typeof createGate>[0]) {
  const gate = createGate(settings);
  const begun: string[] = [];
  const working: string[] = [];
  const shed: string[] = [];
  const call = (name: string, { lane = 'a', isRead = false, isGone = () => false }: Call = {}) => {
    const begin = () => {
      begun.push(name);
      working.push(lane);
    };
    const entered = gate.enter({ lane, isRead, isGone });
    if (!entered) begin();
    return entered?.then(
      begin,
      (why) =>
        void shed.push(
          why instanceof ClientGone ? `${name} gone` : `${name} ${why.code} after ${why.options.retryAfterSeconds}`,
        ),
    );
  };
  /** The calls that have worked longest. */
  const finish = async (times: number) => {
    for (let n = 0; n < times; n++) {
      gate.leave(working.shift() ?? '');
      await new Promise(setImmediate);
    }
  };
  return { begun, shed, call, finish };
}

test('queues a burst of 500 and refuses none of it', async () => {
  const { begun, shed, call, finish } = setUp({ atOnce: 3 });
  for (let n = 1; n <= 500; n++) call(String(n));
  expect(begun).toEqual(['1', '2', '3']);
  await finish(500);
  expect(begun).toEqual(Array.from({ length: 500 }, (_, n) => String(n + 1)));
  expect(shed).toEqual([]);
});

test('serves lanes in turn, so a burst in one organization holds up no other', async () => {
  const { begun, call, finish } = setUp({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) call(name, { lane: 'a' });
  for (const name of ['b1', 'b2']) call(name, { lane: 'b' });
  await finish(6);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('leaves room for other organizations while one has all the calls it may have at work', async () => {
  const { begun, call, finish } = setUp({ atOnce: 4, mostPerLane: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) call(name, { lane: 'a' });
  for (const name of ['b1', 'b2', 'c1']) call(name, { lane: name[0] ?? '' });
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  await finish(1);
  expect(begun.slice(4)).toEqual(['a4']);
  await finish(6);
  expect(begun.slice(5)).toEqual(['b2', 'c1', 'a5']);
});

test('sheds reads first when too many wait, the newest of them, and writes only when no read is left', async () => {
  const { begun, shed, call, finish } = setUp({ atOnce: 1, mostWaiting: 3 });
  call('working');
  call('read 1', { isRead: true });
  call('write 1');
  call('read 2', { isRead: true });
  await call('read 3', { isRead: true });
  expect(shed).toEqual(['read 3 unavailable after 2']);
  call('write 2');
  call('write 3');
  await call('write 4');
  expect(shed.slice(1)).toEqual([
    'read 2 unavailable after 2',
    'read 1 unavailable after 2',
    'write 4 unavailable after 2',
  ]);
  await finish(4);
  expect(begun).toEqual(['working', 'write 1', 'write 2', 'write 3']);
});

test('lets no call wait too long', async () => {
  const { begun, shed, call, finish } = setUp({ atOnce: 1, patienceMs: 20 });
  call('working');
  await call('late');
  expect(shed).toEqual(['late unavailable after 2']);
  await finish(1);
  call('next');
  expect(begun).toEqual(['working', 'next']);
});

test('skips calls whose client has disconnected', async () => {
  const { begun, shed, call, finish } = setUp({ atOnce: 1 });
  const isGone = vi.fn(() => true);
  call('working');
  call('gone', { isGone });
  call('waiting');
  await finish(1);
  expect([begun, shed, isGone.mock.calls.length]).toEqual([['working', 'waiting'], ['gone gone'], 1]);
});

test('a call waits for a second gate outside the first, and works inside both', async () => {
  const [first, second] = [createGate({ atOnce: 2 }), createGate({ atOnce: 1 })];
  const arrival = { lane: 'a', isRead: false, isGone: () => false };
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  const start = async (name: string) => {
    const pass = new Pass(first, arrival);
    await pass.enter();
    await behind(pass, second, () => {
      begun.push(`${name} ${pass.isInside}`);
      return new Promise<void>((resolve) => finish.push(resolve));
    });
    pass.leave();
  };
  const starts = ['one', 'two', 'three'].map(start);
  await vi.waitFor(() => expect(begun).toEqual(['one true']));
  // One is inside, and the two that wait for it leave room for another call.
  expect(first.enter(arrival)).toBeUndefined();
  first.leave(arrival.lane);
  finish[0]?.();
  await vi.waitFor(() => expect(begun).toEqual(['one true', 'two true']));
  finish[1]?.();
  await vi.waitFor(() => expect(begun).toEqual(['one true', 'two true', 'three true']));
  finish[2]?.();
  await Promise.all(starts);
});

test('a call that a second gate turns away gives its turn to others', async () => {
  const [first, second] = [createGate({ atOnce: 1 }), createGate({ atOnce: 1, mostWaiting: 0 })];
  second.enter({ lane: 'working', isRead: false, isGone: () => false });
  const pass = new Pass(first, { lane: 'a', isRead: false, isGone: () => false });
  await pass.enter();
  await expect(behind(pass, second, async () => 'built')).rejects.toMatchObject({ code: 'unavailable' });
  pass.leave();
  second.leave('working');
  expect(await behind(pass, second, async () => 'built')).toBe('built');
});
