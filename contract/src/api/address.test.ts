import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

test('escapes parameters, leaves out empty queries and joins lists', () => {
  expect(addressOf('/users/:id/', { params: { id: 'a/b?c' } })).toBe('/users/a%2Fb%3Fc/');
  expect(addressOf('/sessions/', { query: { mine: true, from: undefined, gym_ids: ['a', 'b'] } })).toBe(
    '/sessions/?mine=true&gym_ids=a%2Cb',
  );
  expect(addressOf('/users/', { query: { q: 'a b&c=\ud800' } })).toBe('/users/?q=a%20b%26c%3D%EF%BF%BD');
});
