import { expect, test } from 'vitest';
import { zoneNamesIn } from './zone-names.ts';

test('names the zones of a list only where its clocks differ', () => {
  const at = (timezone: string) => ({ start_time: { utc: '2026-11-20T07:30:00Z', timezone } });
  const named = (...zones: string[]) => zones.map(at).map(zoneNamesIn(zones.map(at)));
  expect(named('Australia/Sydney', 'Australia/Melbourne')).toEqual([null, null]);
  expect(named('Australia/Sydney', 'Australia/Perth')).toEqual([
    expect.stringMatching(/^(AEDT|GMT\+11)$/),
    expect.stringMatching(/^(AWST|GMT\+8)$/),
  ]);
  expect(named()).toEqual([]);
});
