import { parseArgs } from 'node:util';
import { type WorldName, worldNames } from '../worlds.ts';
import { type GymKind, gymKinds } from './kinds.ts';

export const simulationLimits = {
  members: [10, 20_000],
  weeks: [1, 260],
  locations: [1, 50],
  seed: [0, 2 ** 32 - 1],
} as const;

export type Arguments = {
  members: number;
  weeks: number;
  gyms: number;
  seed: number;
  world: WorldName;
  kind: GymKind;
};

export const usage =
  'Usage: npm run simulate -- --members 5000 --weeks 52 --seed 1 --world quiet [--locations 1] [--kind chain]';

const text = { type: 'string' } as const;

/** What the command was asked for, or a sentence that says what is wrong with it. */
export function readArguments(given: string[]): Arguments | string {
  let values: { [name: string]: string | undefined };
  try {
    const options = { members: text, weeks: text, seed: text, world: text, locations: text, kind: text };
    values = { locations: '1', kind: 'chain', ...parseArgs({ args: given, options }).values };
  } catch (error) {
    return (error as Error).message;
  }
  const numbers = { members: 0, weeks: 0, seed: 0, locations: 0 };
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const [least, most] = simulationLimits[name];
    const value = values[name];
    numbers[name] = Number(value);
    if (!value || !/^[0-9]+$/.test(value) || numbers[name] < least || numbers[name] > most)
      return `--${name} must be a whole number from ${least} to ${most}${notThat(value)}.`;
  }
  const { world, kind } = values;
  if (!isOneOf(worldNames, world)) return `--world must be one of ${worldNames.join(', ')}${notThat(world)}.`;
  if (!isOneOf(gymKinds, kind)) return `--kind must be one of ${gymKinds.join(', ')}${notThat(kind)}.`;
  const { locations: gyms, ...sizes } = numbers;
  if (gyms * 10 > sizes.members) return 'There must be at least ten members for each location.';
  return { ...sizes, gyms, world, kind };
}

const notThat = (value: string | undefined) => (value === undefined ? '' : `, not "${value}"`);
const isOneOf = <T extends string>(names: readonly T[], value: string | undefined): value is T =>
  (names as readonly (string | undefined)[]).includes(value);
