import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type RunningProcess, stillRuns } from '../../server/src/platform/db/embedded/processes.ts';
import { root } from '../web-build.ts';
import { findDescendants } from './descendants.ts';
import { type Counts, readVitestReport } from './test-reports.ts';

export type Outcome = Omit<Counts, 'skipped'> & { name: string; ok: boolean; seconds: number; skipped?: string[] };

/** The test runners that are running. They end what they have started when they are interrupted; other programs need not. */
const runners = new Set<number>();
let ending = false;

/**
 * Ends all running steps with their descendants. Signalling process groups is not enough: Playwright's servers,
 * Chromium and PostgreSQL each have their own, and lose their parent when it is killed.
 */
export async function endAll(): Promise<void> {
  ending = true;
  const known = new Map<number, RunningProcess>();
  const left = () => {
    findDescendants(process.pid, known);
    for (const [pid, each] of known) if (!stillRuns(each)) known.delete(pid);
    return [...known.keys()];
  };
  left();
  for (const runner of runners) send(-runner, 'SIGINT');
  await until(() => left().length === 0 || runners.size === 0, 12_000);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of left()) send(pid, signal);
    await until(() => left().length === 0, 3_000);
  }
}

async function until(holds: () => boolean, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!holds() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 50));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

type Command = { command: string[]; env?: Record<string, string>; cwd?: string };

/** Runs in its own process group; without `live` its output is kept until needed. */
export function run({ command, env, cwd }: Command, live: boolean): Promise<{ ok: boolean; output: string }> {
  // The run was interrupted, so the next step does not start.
  if (ending) return new Promise(() => {});
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: cwd ?? root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  const { pid } = child;
  if (pid && live) runners.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => done({ ok: false, output: error.message }));
    child.on('close', (code) => {
      if (pid) runners.delete(pid);
      done({ ok: code === 0, output });
    });
  });
}

/** A program of one of our packages, run by the same Node. */
export const node = (...args: string[]): string[] => [process.execPath, ...args];
export const tool = (path: string, ...args: string[]): string[] => node(join(root, 'node_modules', path), ...args);

/** A check passes or fails; a failed one counts as a failed test. */
export async function checkStep(name: string, work: () => Promise<{ ok: boolean; output: string }>): Promise<Outcome> {
  const begun = performance.now();
  const { ok, output } = await work().catch((error: Error) => ({ ok: false, output: error.message }));
  const seconds = (performance.now() - begun) / 1000;
  console.log(`\n== ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  if (output.trim()) console.log(output.trim());
  return { name, ok, seconds, passed: 0, failed: ok ? 0 : 1, faults: ok ? [] : [output.trim()] };
}

/** Tests report their own counts; a run that breaks without a failed test counts as one. */
export async function testStep(name: string, command: Command, counts: () => Counts): Promise<Outcome> {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const { ok } = await run(command, true);
  const seconds = (performance.now() - begun) / 1000;
  const { passed, failed, faults, skipped } = counts();
  console.log(`== ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  return { name, ok, seconds, passed, failed: ok ? failed : Math.max(1, failed), faults, skipped };
}

/** The tests of some of Vitest's projects. */
export function vitestStep(name: string, scratch: string, project: string): Promise<Outcome> {
  const report = join(scratch, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = tool('vitest/vitest.mjs', 'run', project, ...reporters);
  return testStep(name, { command, env: { NODE_ENV: 'test' } }, () => readVitestReport(report));
}

/** Says how the run ended, and ends the process as failed if anything has. */
export function summarize(outcomes: Outcome[], notRun: string[] = []): void {
  console.log(`\n== Summary (${(performance.now() / 1000).toFixed(0)} s)`);
  for (const { name, ok, seconds, passed } of outcomes) {
    const counted = passed > 0 ? `, ${passed} passed` : '';
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s${counted})`);
  }
  // Once more, because what a step prints may be thousands of lines above.
  for (const { name, faults } of outcomes) for (const fault of faults) console.log(`FAILED in ${name}: ${fault}`);
  for (const { name, skipped = [] } of outcomes) for (const test of skipped) console.log(`SKIPPED in ${name}: ${test}`);
  for (const name of notRun) console.log(`-      ${name} not run: a step before it failed`);
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
