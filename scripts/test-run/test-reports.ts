import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Skipped tests of Vitest are named: a drill that never ran proves nothing. Playwright's skip what another device runs. */
export type Counts = { passed: number; failed: number; faults: string[]; skipped: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
};
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number }; suites: PlaywrightSuite[] };

/** A run that breaks before it writes its report has counted nothing. */
const nothing: Counts = { passed: 0, failed: 0, faults: [], skipped: [] };

export function readVitestReport(path: string): Counts {
  const report = read<VitestReport>(path);
  if (!report) return nothing;
  const faults = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [fault(name, [message])] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => fault(`${name}: ${fullName}`, failureMessages)),
  ]);
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
      .map(({ fullName }) => fullName),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, faults, skipped };
}

export function readPlaywrightReport(path: string): Counts {
  const report = read<PlaywrightReport>(path);
  if (!report) return nothing;
  const { expected, flaky, unexpected } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    faults: report.suites.flatMap(faultsOf),
    skipped: [],
  };
}

const faultsOf = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...suites.flatMap(faultsOf),
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        fault(
          `${file}: ${title} (${projectName})`,
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
  ),
];

/**
 * The name of a failed test and the beginning of what it said: enough to know where to look, and short enough that
 * several fit into the end of a run's output, which is all that some CI services show.
 */
function fault(name: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^ *at .*(node_modules|node:internal|src.platform)|^ *=+ /.test(line));
  return [name, ...lines.slice(0, 8).map((line) => `    ${line.slice(0, 160)}`)].join('\n');
}

function read<T>(path: string): T | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
