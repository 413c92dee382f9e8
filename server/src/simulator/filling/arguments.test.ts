import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const asked = (text: string) => readArguments(text.split(' '));

test('reads sizes, seed and world', () => {
  expect(asked('--members 5000 --weeks 52 --seed 1 --world quiet')).toEqual({
    ...{ members: 5000, weeks: 52, seed: 1, world: 'quiet', gyms: 1, kind: 'chain' },
  });
});

test.each([
  ['--members 5 --weeks 52 --seed 1 --world quiet', '--members must be a whole number from 10 to 20000, not "5".'],
  ['--members 1e3 --weeks 52 --seed 1 --world quiet', '--members must be a whole number from 10 to 20000, not "1e3".'],
  ['--members 50 --weeks 1000 --seed 1 --world quiet', '--weeks must be a whole number from 1 to 260, not "1000".'],
  ['--members 50 --weeks 5 --seed 1.5 --world quiet', '--seed must be a whole number from 0 to 4294967295, not "1.5".'],
  ['--members 50 --weeks 5 --seed 4294967296 --world quiet', /^--seed must be a whole number/],
  ['--members 50 --weeks 5 --world quiet', '--seed must be a whole number from 0 to 4294967295.'],
  ['--members 50 --weeks 5 --seed 1 --world loud', /^--world must be one of ordinary, .*quiet, not "loud"\.$/],
  ['--members 50 --weeks 5 --seed 1 --world toString', /^--world must be one of/],
  ['--members 50 --weeks 5 --seed 1 --world quiet --kind pub', /^--kind must be one of .*, not "pub"\.$/],
  ['--members 50 --weeks 5 --seed 1 --world quiet --locations 6', /at least ten members for each location/],
  ['--members 50 --weeks 5 --seed 1 --world quiet --nonsense 6', /--nonsense/],
])('refuses %s', (text, sentence) => {
  expect(asked(text)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});
