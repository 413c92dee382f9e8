/** `npm test`: every check and every test but the drills, one after another or side by side, leaving nothing behind. */
import { readLockFile, requireNativePackages } from './native-packages.ts';
import { browserNeeds, browserStep } from './test-run/browser-steps.ts';
import { lockFileFaults } from './test-run/lock-file.ts';
import { testRun } from './test-run/test-run.ts';
import { checkStep, node, type Outcome, run, summarize, tool, vitestStep } from './test-run/test-steps.ts';

const outcomes: Outcome[] = [];
const notRun: string[] = [];

async function check(name: string, work: Parameters<typeof checkStep>[1]): Promise<boolean> {
  const outcome = await checkStep(name, work);
  outcomes.push(outcome);
  return outcome.ok;
}
const quiet = (command: string[]) => () => run({ command }, false);

/**
 * Two TypeScript programs cover all sources: one for Node, one for the browser and browser tests. One checker each: with
 * TypeScript's usual four, each works out many of the same types, which takes twice as much of the processor.
 */
async function types(): Promise<void> {
  const tsc = (project: string) =>
    quiet(tool('typescript/bin/tsc', '-p', project, '--checkers', '1', '--pretty', 'false'));
  await check('types of contract, server, bench and scripts', tsc('.'));
  await check('types of web and e2e', tsc('e2e'));
}

const nativePackages = () =>
  check('native packages of this platform', async () => {
    requireNativePackages();
    return { ok: true, output: '' };
  });

const lockFile = () =>
  check('lock file for every platform', async () => {
    const faults = lockFileFaults(readLockFile());
    const advice = 'Write package-lock.json from scratch: see "Add or update a dependency" in CONTRIBUTING.md.';
    return { ok: faults.length === 0, output: faults.length === 0 ? '' : [...faults, advice].join('\n') };
  });

async function otherChecks(): Promise<void> {
  await lockFile();
  await check('formatting and lint', quiet(tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')));
  await check('direction of imports', quiet(node('scripts/imports.ts')));
  await check('dead code', quiet(tool('knip/bin/knip.js', '--no-progress')));
  await check('generated files are current', quiet(node('scripts/generate.ts', '--check')));
}

await testRun(async (scratch) => {
  // Every other step needs the native packages and would fail with its own message without them.
  if (!(await nativePackages())) {
    notRun.push('every other step');
    return;
  }
  const needs = browserNeeds();
  await Promise.all([types(), needs.then(otherChecks)]);
  outcomes.push(...(await needs), await vitestStep('unit and API tests', scratch, '--project=!*drills'));
  if ((await needs).every(({ ok }) => ok))
    outcomes.push(await browserStep('browser tests', scratch, ['desktop', 'phone']));
  else notRun.push('browser tests');
});

summarize(outcomes, notRun);
