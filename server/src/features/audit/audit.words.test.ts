import { expect, test } from 'vitest';
import { timeWordsFor } from '#platform/reader-words.ts';
import { auditWords } from './audit.words.ts';

const say = (action: keyof typeof auditWords, data: Record<string, unknown>) =>
  auditWords[action].say({ target: 'Dov', data });

test('names days in words', () => {
  const until = '2026-11-23T10:00:00.000Z';
  expect(say('report.suspended', { until })).toBe('suspended Dov until 23 November 2026 after a report');
  expect(say('report.suspended', { until: null })).toBe('suspended Dov until further notice after a report');
  const override = { from: '2026-12-25', to: '2026-12-26' };
  expect(say('schedule_override.deleted', { override })).toBe(
    'removed special hours of Dov, 25 December 2026 to 26 December 2026',
  );
  const words = timeWordsFor('en-US');
  expect(auditWords['report.suspended'].say({ target: 'Dov', data: { until }, words })).toBe(
    'suspended Dov until November 23, 2026 after a report',
  );
});

test('tells what changed about an organization', () => {
  const changed = (data: Record<string, unknown>) => say('organization.updated', data);
  expect(changed({ name: 'Iron Bay' })).toBe('renamed the organization to Iron Bay');
  expect(changed({ mail_limit_lifted: true })).toBe('lifted the daily limit of invite emails');
  expect(changed({ storage_times: 4 })).toBe('set the space for photos to 4 times the usual size');
  expect(changed({ storage_times: 1 })).toBe('set the space for photos to the usual size');
});

test('counts members and sessions in words', () => {
  expect(say('sessions.imported', { made: 1 })).toBe('imported 1 session');
  expect(say('users.imported', { made: 5000 })).toBe('imported 5,000 members');
  expect(say('import.undone', { removed: 2, kind: 'sessions' })).toBe('undid an import and removed 2 sessions');
});
