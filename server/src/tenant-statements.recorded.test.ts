import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { crossesOrganizations } from '@spotter/contract/api/call-rules.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { unboundScans } from '#testing/plans.ts';
import { readRecordings } from '#testing/recorded/recorder.ts';

/*
 * Can organizations live on different machines? Only if each statement of a member's call needs one of them. The API tests
 * write down the statements of all their calls, and this file runs after them. PostgreSQL plans each statement: every table
 * that has an organization must be read with one fixed organization, or with that of another table that is.
 */

const { statements, succeeded } = readRecordings(inject('recordings'));

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await cloneDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/**
 * Tables that may be read by these columns alone: members by ids that rows of the organization name, which foreign keys on
 * (organization_id, user_id) hold together, and the caller's own row. The id stands for the organization.
 */
const membersBy: Record<string, string> = { users: 'id', user_gyms: 'user_id' };

/** A sign-in alone says who calls. */
const saysWhoCalls = /\bfrom logins l join users u on u\.id = l\.user_id\b/;

test('every statement of a call inside an organization touches that one', { timeout: 120_000 }, async () => {
  if (statements.length === 0)
    throw new Error('Nothing is recorded. Run the API tests, too: npx vitest run --project server --project recorded');
  const unbound: string[] = [];
  const counts = { fixed: 0, byMember: 0 };
  const client = await pool.connect();
  for (const ran of statements.filter(({ text }) => !saysWhoCalls.test(text))) {
    const scans = await unboundScans(client, ran);
    const others = scans?.filter(({ table, by }) => !by.includes(membersBy[table] ?? ''));
    if (others?.length) unbound.push(`${ran.call} ${JSON.stringify(others)}: ${ran.text.slice(0, 300)}`);
    else if (scans) counts[scans.length > 0 ? 'byMember' : 'fixed'] += 1;
  }
  client.release();
  expect(unbound).toEqual([]);
  // Citus would want the organization in these, too (ADR 40).
  expect(counts.byMember).toBeLessThan(counts.fixed / 2);
});

/** Not those of all who are signed in: some are made before there is an organization. */
const isInside = (entry: Endpoint) =>
  ['member', 'gym_admin', 'org_admin'].includes(entry.access) && !crossesOrganizations(entry);

test('every call inside an organization has succeeded in an API test', () => {
  const calls = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, entry]) => isInside(entry));
  expect(calls.flatMap(([name]) => (succeeded.has(name) ? [] : [name]))).toEqual([]);
});
