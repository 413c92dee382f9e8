/** `npm test`: every check and every test, one after another or side by side, leaving nothing behind. */
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProcess, readPidFile, serves, waitUntilGone } from '../server/src/platform/db/embedded-processes.ts';
import { ensureChromium } from './chromium.ts';
import { checkStep, endAll, node, type Outcome, readReport, run, testStep, tool } from './test-steps.ts';

const begun = performance.now();
const outcomes: Outcome[] = [];

// Everything that is written for a while goes into one folder, so that one removal is enough.
const scratch = mkdtempSync(join(tmpdir(), 'spotter-test-'));
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;

async function cleanUp(): Promise<void> {
  await endAll();
  for (const file of globSync('**/cluster/postmaster.pid', { cwd: scratch })) {
    const cluster = dirname(join(scratch, file));
    const running = findProcess(readPidFile(cluster)?.pid ?? 0);
    if (!running || !serves(running, cluster)) continue;
    process.kill(running.pid, 'SIGQUIT');
    await waitUntilGone(running, 5_000);
  }
  rmSync(scratch, { recursive: true, force: true });
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (interrupted) return;
    interrupted = true;
    console.log('\nInterrupted; taking away what was started.');
    await cleanUp();
    process.exit(130);
  });
}

const check = async (name: string, work: Parameters<typeof checkStep>[1]) => {
  outcomes.push(await checkStep(name, work));
};
const quiet = (command: string[]) => () => run({ command }, false);

/** Two programs hold all sources: what runs on Node, and what runs in a browser or drives one. */
async function types(): Promise<void> {
  const tsc = (project: string) => quiet(tool('typescript/bin/tsc', '-p', project, '--pretty', 'false'));
  await check('types of contract, server, bench and scripts', tsc('.'));
  await check('types of web and e2e', tsc('e2e'));
}

let chromium = '';
async function otherChecks(): Promise<void> {
  await check('formatting and lint', quiet(tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')));
  await check('direction of imports', quiet(node('scripts/imports.ts')));
  await check('dead code', quiet(tool('knip/bin/knip.js', '--no-progress')));
  await check('generated files are current', quiet(node('scripts/generate.ts', '--check')));
  await check('build of the web app', quiet(node('scripts/build.ts')));
  await check('Chromium', async () => {
    chromium = ensureChromium(console.log);
    return { ok: true, output: chromium };
  });
}

async function unitAndApiTests(): Promise<void> {
  const report = join(scratch, 'vitest.json');
  const command = tool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );
  outcomes.push(
    await testStep('unit and API tests', { command, env: { NODE_ENV: 'test' } }, () => {
      const { numPassedTests = 0, numFailedTests = 0 } = readReport<Record<string, number>>(report);
      return { passed: numPassedTests, failed: numFailedTests };
    }),
  );
}

async function browserTests(): Promise<void> {
  const report = join(scratch, 'playwright.json');
  const command = tool('@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium };
  outcomes.push(
    await testStep('browser tests', { command, env }, () => {
      const {
        expected = 0,
        flaky = 0,
        unexpected = 0,
      } = readReport<{ stats: Record<string, number> }>(report).stats ?? {};
      return { passed: expected + flaky, failed: unexpected };
    }),
  );
}

try {
  await Promise.all([types(), otherChecks()]);
  await unitAndApiTests();
  await browserTests();
} finally {
  // An interruption cleans up and leaves by itself.
  if (interrupted) await new Promise(() => {});
  await cleanUp();
}

console.log(`\n== Summary (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
for (const { name, ok, seconds, passed } of outcomes) {
  const counted = passed > 0 ? `, ${passed} passed` : '';
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s${counted})`);
}
const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
const failed = sum((outcome) => outcome.failed);
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
