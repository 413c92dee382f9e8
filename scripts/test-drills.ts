/**
 * `npm run test:drills`: the tests that break, fill, move or attack an installation, or sweep every screen. CI runs them
 * after `npm test`.
 */
import { requireNativePackages } from './native-packages.ts';
import { browserNeeds, browserStep } from './test-run/browser-steps.ts';
import { testRun } from './test-run/test-run.ts';
import { type Outcome, summarize, vitestStep } from './test-run/test-steps.ts';

requireNativePackages();
const outcomes: Outcome[] = [];
const notRun: string[] = [];
await testRun(async (scratch) => {
  outcomes.push(await vitestStep('drills', scratch, '--project=*drills'));
  const needs = await browserNeeds();
  outcomes.push(...needs);
  if (needs.every(({ ok }) => ok))
    outcomes.push(await browserStep('browser drills', scratch, ['desktop drills', 'phone drills']));
  else notRun.push('browser drills');
});
summarize(outcomes, notRun);
