import { expect, test } from 'vitest';
import { createGate, Pass } from '#platform/http/limits/gate.ts';
import { createDrawings } from './drawings.service.ts';

test('draws a picture once for all who ask, and none of them holds a place at the gate', async () => {
  const gate = createGate({ atOnce: 3 });
  const passes = Array.from(
    { length: 3 },
    () => new Pass(gate, { lane: 'visitors', isRead: true, isGone: () => false }),
  );
  for (const pass of passes) pass.enter();
  const drawn = createDrawings();
  let times = 0;
  const picture = Promise.withResolvers<Uint8Array>();
  const asked = passes.map((pass) =>
    drawn(pass, 'version', () => {
      times += 1;
      return picture.promise;
    }),
  );
  expect(passes.map(({ isInside }) => isInside)).toEqual([false, false, false]);
  picture.resolve(Buffer.from('picture'));
  expect((await Promise.all(asked)).map(String)).toEqual(['picture', 'picture', 'picture']);
  expect([times, passes.map(({ isInside }) => isInside)]).toEqual([1, [true, true, true]]);
});
