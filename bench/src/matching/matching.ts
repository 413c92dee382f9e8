import { writeFileSync } from 'node:fs';
import { simulate, type WorldName, worldNames } from '@spotter/server/simulator/index.ts';
import { orderNames } from './orders.ts';
import { type Played, play, size } from './play.ts';
import { matchingReport } from './report.ts';

/** Weights and constants were chosen on the seeds 1 and 2 only. */
const seeds = [101, 102];

/** Plays every order in every world, and writes docs/matching-report.md. */
export function measureMatching(): void {
  const runs = new Map(orderNames.map((name) => [name, new Map<WorldName, Played[]>()]));
  for (const world of worldNames) {
    for (const seed of seeds) {
      const history = simulate({ world, ...size, seed });
      for (const name of orderNames) {
        const ofOrder = runs.get(name)!;
        ofOrder.set(world, [...(ofOrder.get(world) ?? []), play(history, name)]);
      }
    }
    console.log(`  ${world}`);
  }
  const page = matchingReport(runs, seeds);
  writeFileSync(new URL('../../../docs/matching-report.md', import.meta.url), page);
  console.log(page);
}
