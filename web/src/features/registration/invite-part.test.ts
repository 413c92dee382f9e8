import { expect, test } from 'vitest';
import { chosenGym, invitePart, mustChooseGym } from './invite-part.ts';

const gyms = [
  { id: 'g1', name: 'Harbour' },
  { id: 'g2', name: 'Station' },
];

test('sends the fields of each invite type', () => {
  expect(invitePart(null, null)).toEqual({});
  expect(invitePart({ type: 'org', code: 'IRON' }, 'g1')).toEqual({
    invite_type: 'org',
    invite_code: 'IRON',
    gym_id: 'g1',
  });
  expect(invitePart({ type: 'session', code: 'tok', referrerCode: 'ana' }, null)).toEqual({
    invite_type: 'session',
    session_token: 'tok',
    referrer_code: 'ana',
  });
  expect(invitePart({ type: 'friend', code: 'ana' }, null)).toEqual({ invite_type: 'friend', referrer_code: 'ana' });
});

test('selects a single location and requires a choice among several', () => {
  const one = { type: 'org', code: 'IRON', gymOptions: gyms.slice(0, 1) } as const;
  const two = { type: 'org', code: 'IRON', gymOptions: gyms } as const;
  expect(chosenGym(one as never, null)).toBe('g1');
  expect(chosenGym(two as never, null)).toBeNull();
  expect(chosenGym(two as never, 'g2')).toBe('g2');
  expect(chosenGym(two as never, 'gone')).toBeNull();
  expect([one, two].map((invite) => mustChooseGym(invite as never))).toEqual([false, true]);
  expect(mustChooseGym({ type: 'session', code: 'x', gymOptions: gyms })).toBe(false);
});
