import { writeFileSync } from 'node:fs';
import { trainingExamples } from '@spotter/server/features/retention/training/training.policy.ts';
import { worldNames } from '@spotter/server/simulator/index.ts';
import { measureWorld } from './played-world.ts';
import { churnReport } from './report.ts';

/** Plays every world with weights trained on the others, and writes docs/churn-report.md. */
export function measureChurn(): void {
  const examples = new Map(worldNames.map((world) => [world, trainingExamples(world)]));
  const figures = worldNames.map((world) => {
    console.log(`  ${world}…`);
    return measureWorld(
      world,
      worldNames.flatMap((other) => (other === world ? [] : examples.get(other)!)),
    );
  });
  writeFileSync(new URL('../../../docs/churn-report.md', import.meta.url), churnReport(figures));
}
