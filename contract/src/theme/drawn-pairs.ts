import { drawnPairs } from './drawn-pairs.generated.ts';
import { workoutKinds } from './theme-default.ts';

/** The types of workouts look alike, and not every one is on every screen: `*` stands for each. */
const expanded = new Map(
  Object.entries(drawnPairs).flatMap(([text, grounds]) =>
    text.includes('*')
      ? workoutKinds.map(
          (kind) => [text.replace('*', kind), grounds.map((ground) => ground.replace('*', kind))] as const,
        )
      : [
          [
            text,
            grounds.flatMap((ground) =>
              ground.includes('*') ? workoutKinds.map((kind) => ground.replace('*', kind)) : ground,
            ),
          ] as const,
        ],
  ),
);

/** The tokens of texts that the app draws. */
export const drawnTexts: readonly string[] = [...expanded.keys()];

/** The grounds on which the app draws a text, both by the names of their tokens. */
export const drawnOn = (text: string): readonly string[] => expanded.get(text) ?? [];
