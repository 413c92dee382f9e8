import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const write = (report: object): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
};

test('names the failed unit and API tests, and files that broke', () => {
  const path = write({
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        message: '',
        assertionResults: [
          { fullName: 'joins', status: 'passed', failureMessages: [] },
          { fullName: 'waits', status: 'skipped', failureMessages: [] },
          { fullName: 'leaves', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'] },
        ],
      },
      { name: 'b.test.ts', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(readVitestReport(path)).toEqual({
    passed: 7,
    failed: 1,
    faults: ['a.test.ts: leaves\n    expected 1\n    to be 2', 'b.test.ts\n    no such module'],
    skipped: ['waits'],
  });
});

test('names the failed browser tests and their size', () => {
  const results = [{ errors: [{ message: 'not visible' }] }];
  const spec = (title: string, status: string) => ({
    title,
    file: 'chat.spec.ts',
    tests: [{ projectName: 'phone', status, results }],
  });
  const path = write({
    stats: { expected: 3, flaky: 0, unexpected: 1 },
    suites: [{ suites: [{ specs: [spec('sends', 'unexpected'), spec('reads', 'expected')] }] }],
  });
  expect(readPlaywrightReport(path)).toEqual({
    passed: 3,
    failed: 1,
    faults: ['chat.spec.ts: sends (phone)\n    not visible'],
    skipped: [],
  });
});

test('counts nothing for a run that broke before its report', () => {
  expect(readVitestReport('no-such-report.json')).toEqual({ passed: 0, failed: 0, faults: [], skipped: [] });
});
