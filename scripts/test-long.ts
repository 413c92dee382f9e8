/** `npm run test:long`: the property tests alone with twenty times as many runs; PROPERTY_RUNS sets another factor. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNativePackages } from './native-packages.ts';
import { testRun } from './test-run/test-run.ts';
import { run, tool } from './test-run/test-steps.ts';
import { root } from './web-build.ts';

requireNativePackages();
const files = globSync('{contract,server,web,e2e}/src/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('/property-runs.ts'),
);
await testRun(async () => {
  const command = tool('vitest/vitest.mjs', 'run', '--testTimeout=0', ...files);
  const env = { NODE_ENV: 'test', PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '20' };
  const { ok } = await run({ command, env }, true);
  process.exitCode = ok ? 0 : 1;
});
