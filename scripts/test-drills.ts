/** `npm run test:drills`: the tests that break, fill, move or attack an installation. CI runs them after `npm test`. */
import { requireNativePackages } from './native-packages.ts';
import { testRun } from './test-run.ts';
import { run, tool } from './test-steps.ts';

requireNativePackages();
await testRun(async () => {
  const command = tool('vitest/vitest.mjs', 'run', '--project=drills');
  const { ok } = await run({ command, env: { NODE_ENV: 'test' } }, true);
  process.exitCode = ok ? 0 : 1;
});
