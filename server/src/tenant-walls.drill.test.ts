import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { outsideStatements } from '#platform/db/statement.ts';
import { beginInside } from '#platform/db/tenants.ts';
import { useTestApp } from '#testing/app.ts';
import { addBusyGym } from '#testing/worlds/busy-gym.ts';
import { type Ran, recordStatements } from '#testing/worlds/recorded-statements.ts';
import { addTwinTenant } from '#testing/worlds/twin-tenant.ts';
import { useEverything } from '#testing/worlds/use-everything.ts';

/*
 * What happens when a statement forgets its organization? Members of a busy gym use the product while every statement
 * is recorded. Then a twin organization with the same ids is added, and each statement runs again once per condition on
 * organization_id, without that condition.
 */

const app = useTestApp();
let ran: Map<string, Ran[]>;
let organizationId = '';

beforeAll(async () => {
  organizationId = await addBusyGym(app());
  const recorded = recordStatements(/organization_id/);
  await useEverything(app(), organizationId);
  recorded.stop();
  ran = recorded.ran;
  await addTwinTenant(app().pool, organizationId);
}, 120_000);

const conditions = /(?:"?\w+"?\.)?"?organization_id"? = (?:(\$\d+)(?:::uuid)?|"?\w+"?\."?organization_id"?)/g;

/** The statement once per condition, without it. A value that is no longer compared is still passed. */
function forgetful(text: string): string[] {
  return [...text.matchAll(conditions)].map(({ 0: condition, 1: value, index }) => {
    const instead = value ? `(${value}::uuid is null or true)` : 'true';
    return `${text.slice(0, index)}${instead}${text.slice(index + condition.length)}`;
  });
}

/** The table of a condition: the last one before it that has the condition's name. */
function tableOf(text: string, index: number): string {
  const found = [...text.matchAll(conditions)][index];
  const name = /^"?(\w+)"?\./.exec(found?.[0] ?? '')?.[1] ?? '\\w+';
  const named = new RegExp(`(?:from|join|update|into) "?(\\w+)"?(?: as)? "?${name}"?\\b`, 'g');
  return [...text.slice(0, found?.index).matchAll(named)].at(-1)?.[1] ?? '';
}

/** Without a condition PostgreSQL may plan otherwise and list in another order; only what is listed tells of a leak. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one)]));
}

/** The answers of statements, all from one moment, without leaving changes behind. */
async function answersOf(client: pg.PoolClient, texts: string[], values: unknown[], begin: string): Promise<string[]> {
  const answers: string[] = [];
  await client.query(`${begin}; savepoint before`);
  for (const text of texts) {
    try {
      const { rows, rowCount } = await client.query(text, values);
      answers.push(JSON.stringify([rowCount, sorted(rows)]));
    } catch (error) {
      answers.push((error as { code: string }).code);
    }
    await client.query('rollback to savepoint before');
  }
  await client.query('rollback');
  return answers;
}

/** The numbers of the conditions whose loss changes an answer, each with the call that shows it. */
async function noticed(client: pg.PoolClient, calls: Ran[]): Promise<Map<number, Ran>> {
  const found = new Map<number, Ran>();
  for (const call of calls) {
    const open = [...forgetful(call.text).entries()].filter(([index]) => !found.has(index));
    if (open.length === 0) break;
    const texts = [call.text, ...open.map(([, mutant]) => mutant)];
    const [whole, ...without] = await answersOf(client, texts, call.values, 'begin');
    for (const [place, [index]] of open.entries()) if (without[place] !== whole) found.set(index, call);
  }
  return found;
}

test('gives the same answer inside the walls without a condition', { timeout: 120_000 }, async () => {
  let conditionsTried = 0;
  let wouldLeak = 0;
  const different = new Set<string>();
  const leaking = new Set<string>();
  const client = await app().pool.connect();
  for (const calls of [...ran.values()].filter(([one]) => one?.inside)) {
    const [first] = calls as [Ran, ...Ran[]];
    const mutants = forgetful(first.text);
    const leaks = await noticed(client, calls.slice(0, 10));
    conditionsTried += mutants.length;
    wouldLeak += leaks.size;
    for (const index of leaks.keys()) leaking.add(tableOf(first.text, index));
    // Each with the values that outside the walls meet the twin; where none do, with the first.
    for (const call of new Set([first, ...leaks.values()])) {
      const without = mutants.filter((_, index) => (leaks.get(index) ?? first) === call);
      const answers = await answersOf(client, [call.text, ...without], call.values, beginInside({ organizationId }));
      if (new Set(answers).size > 1) different.add(call.text);
    }
  }
  client.release();
  expect([...different]).toEqual([]);
  // The twin is no stranger to these statements: outside the walls many would meet it.
  expect(conditionsTried).toBeGreaterThan(100);
  expect(wouldLeak).toBeGreaterThan(conditionsTried / 4);
  expect([...leaking]).toEqual(expect.arrayContaining(['blocks', 'session_waitlist']));
});

test('detects a missing condition of a hot read outside the walls', { timeout: 120_000 }, async () => {
  const lost: string[] = [];
  const client = await app().pool.connect();
  for (const [name, text] of outsideStatements) {
    const calls = ran.get(`false ${text}`);
    if (!calls) continue;
    const seen = await noticed(client, calls);
    for (const [index] of forgetful(text).entries())
      if (!seen.has(index)) lost.push(`${name}: ${[...text.matchAll(conditions)][index]?.[0]} (${index})`);
  }
  client.release();
  expect(lost).toEqual([]);
  const untried = [...outsideStatements].filter(([, text]) => !ran.has(`false ${text}`)).map(([name]) => name);
  expect(untried).toEqual([]);
});
