import { join } from 'node:path';
import { ensureChromium } from '../chromium.ts';
import { readPlaywrightReport } from './test-reports.ts';
import { checkStep, node, type Outcome, run, testStep, tool } from './test-steps.ts';

/** What the browser tests need: both have to pass before one of them can run. */
export async function browserNeeds(): Promise<Outcome[]> {
  return [
    await checkStep('build of the web app', () => run({ command: node('scripts/build.ts') }, false)),
    await checkStep('Chromium', async () => ({ ok: true, output: ensureChromium(console.log) })),
  ];
}

/** The browser tests of some of Playwright's projects. */
export function browserStep(name: string, scratch: string, projects: string[]): Promise<Outcome> {
  const report = join(scratch, 'playwright.json');
  const chosen = projects.map((project) => `--project=${project}`);
  const command = tool('@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json', ...chosen);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: ensureChromium(console.log) };
  return testStep(name, { command, env }, () => readPlaywrightReport(report));
}
