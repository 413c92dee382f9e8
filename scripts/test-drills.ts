/** `npm run test:drills`: the tests that break, fill, move or attack an installation. CI runs them after `npm test`. */
import { requireNativePackages } from './native-packages.ts';
import { testRun } from './test-run.ts';
import { type Outcome, summarize, vitestStep } from './test-steps.ts';

requireNativePackages();
const outcomes: Outcome[] = [];
await testRun(async (scratch) => {
  outcomes.push(await vitestStep('drills', scratch, '--project=drills'));
});
summarize(outcomes);
