import { expect, test } from 'vitest';
import { hashCheaply, hashOneOfMany, hashPassword, passwordMatches } from './passwords.ts';

hashCheaply();

test('lets sign-ins pass sixty setup codes that are hashed in the background', async () => {
  const stored = await hashPassword('the right password');
  // The first comparison also makes a hash that later ones reuse.
  await passwordMatches(null, 'the right password');
  const ended: string[] = [];
  const codes = Array.from({ length: 60 }, async (_, index) => {
    const hash = await hashOneOfMany(`CODE-${index}`);
    ended.push('code');
    return hash;
  });
  await codes[0];
  ended.length = 0;
  const signIns = Array.from({ length: 5 }, async () => {
    const matches = await passwordMatches(stored, 'the right password');
    ended.push('sign-in');
    return matches;
  });
  expect(await Promise.all(signIns)).toEqual(Array(5).fill(true));
  // One code may be under way. The next one begins when all sign-ins have begun, and at most one of them still runs.
  expect(ended.slice(0, 5).filter((one) => one === 'sign-in').length).toBeGreaterThanOrEqual(4);
  expect(await passwordMatches((await Promise.all(codes))[59], 'CODE-59')).toBe(true);
});
