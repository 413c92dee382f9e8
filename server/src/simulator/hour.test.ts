import { expect, test } from 'vitest';
import { busiestHour, hourScript, simulate } from './index.ts';

const history = simulate({ world: 'ordinary', members: 400, weeks: 6, seed: 3 });
const hour = busiestHour(history);
const isDeed = ({ does }: { does: string }) => ['join', 'host', 'message'].includes(does);

test('an hour has what members did in the history, in the order of the clock, and the same each time', () => {
  const script = hourScript(history, hour);
  expect(hourScript(history, hour)).toEqual(script);
  expect(script.map(({ second }) => second)).toEqual(script.map(({ second }) => second).toSorted((a, b) => a - b));
  const isWithin = (at: number) => at >= hour && at < hour + 1;
  const messages = history.messages.filter(({ at }) => isWithin(at));
  expect(script.filter((act) => act.does === 'message')).toHaveLength(messages.length);
  const taken = new Set(
    history.spots.filter(({ joinedAt }) => isWithin(joinedAt)).map(({ member, session }) => `${member} ${session}`),
  );
  const joined = script.flatMap((act) =>
    act.does === 'join' || act.does === 'host' ? [`${act.member} ${act.session}`] : [],
  );
  expect(joined.length).toBeGreaterThan(3);
  expect(joined.filter((spot) => !taken.has(spot))).toEqual([]);
});

test('members open the app before they do anything and close it after, and more of them read than act', () => {
  const script = hourScript(history, hour);
  for (const acts of Map.groupBy(script, ({ member }) => member).values()) {
    expect([acts[0]!.does, acts.at(-1)!.does]).toEqual(['open', 'close']);
    expect(acts.filter(({ does }) => does === 'open' || does === 'close')).toHaveLength(2);
    for (const { second } of acts) expect(second >= 0 && second <= 3600).toBe(true);
  }
  expect(script.filter(({ does }) => does === 'read').length).toBeGreaterThan(script.filter(isDeed).length);
});

test('the busiest hour is no quieter than any other after the first week, in which a gym fills', () => {
  const deeds = (at: number) => hourScript(history, at).filter(isDeed).length;
  for (let other = 168; other < 6 * 168; other += 7) expect(deeds(other)).toBeLessThanOrEqual(deeds(hour));
});
