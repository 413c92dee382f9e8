import { expect, it } from 'vitest';
import { help } from './help-content.ts';
import { searchHelp } from './help-search.ts';

const found = (query: string) =>
  searchHelp(help, query).flatMap((group) => group.topics.flatMap((topic) => topic.answers.map(({ id }) => id)));

it('finds answers by any words, in any order and case', () => {
  expect(found('PASSWORD forgot')).toEqual(['forgot-password']);
  expect(found("can't make")).toContain('running-late');
});

it('returns everything without a query and nothing without a match', () => {
  expect(searchHelp(help, '  ')).toEqual(help);
  expect(found('teleportation')).toEqual([]);
});

it('gives every answer its own anchor', () => {
  const ids = help.flatMap(({ id, topics }) => [
    id,
    ...topics.flatMap((topic) => [topic.id, ...topic.answers.map((answer) => answer.id)]),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});
