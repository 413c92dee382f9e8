import { expect, test } from 'vitest';
import { importRules, sqlTextRules } from './import-rules.ts';

const repository = 'server/src/features/gyms/gyms.repo.ts';
const refusals = (file: string, source: string) =>
  sqlTextRules.filter(({ from, words }) => from.test(file) && words.test(source)).length;

test.each([
  "db.selectFrom('gyms as g').innerJoin('users as u', 'u.id', 'g.owner_id')",
  "db.selectFrom('gyms as g').leftJoin('users as u', 'u.id', 'g.owner_id')",
  "db.selectFrom('gyms').select('id').union(db.selectFrom('users').select('id'))",
  "db.with('open', (q) => q.selectFrom('gyms'))",
  "db.selectFrom('gyms').whereRef('a', '=', 'b')",
  "db.selectFrom('gyms').$if(isOpen, (q) => q.selectAll())",
  "db.selectFrom('gyms').where((eb) => eb('id', '=', id))",
  "db.selectFrom('gyms').where(({ and }) => and(key))",
  "db.selectFrom('gyms').where('id', '=', (eb) => eb.selectFrom('users'))",
  "db.selectFrom('gyms').select((eb) => eb.fn.countAll().as('count'))",
  "db.updateTable('gyms').set((eb) => ({ version: eb('version', '+', 1) }))",
  "db.selectFrom('gyms').where('role', '<>', 'super_admin')",
  "db.selectFrom('gyms').where('name', 'like', name)",
  '`select from friendships f where $userId in (f.user_low_id, f.user_high_id)`',
  '`select from blocks b join users u on u.id in (b.blocker_id, b.blocked_id)`',
])('refuses %s in a repository', (source) => expect(refusals(repository, source)).toBe(1));

test.each([
  "db.selectFrom('gyms').select(['id', 'name']).where('organization_id', '=', organizationId).where('id', 'in', ids)",
  "db.updateTable('gyms').set({ name }).where('id', '=', id).where('closed_at', 'is', null)",
  "db.deleteFrom('gyms').where('id', '=', id).returning('id')",
  '`select from blocks b where b.blocker_id in ($userId, $otherId) and b.blocked_id in (u.id, told.actor_id)`',
  "db.insertInto('gyms').values(row).onConflict((conflict) => conflict.doNothing())",
])('accepts %s in a repository', (source) => expect(refusals(repository, source)).toBe(0));

test('leaves tests alone', () =>
  expect(
    refusals('server/src/features/gyms/gyms.api.test.ts', "db.deleteFrom('gyms').where('name', 'like', 'A%')"),
  ).toBe(0));

test('lets services refuse a call, and no repository', () => {
  const rulesAgainst = (file: string) =>
    importRules.filter(({ from, to }) => from.test(file) && to.test('server/src/platform/errors.ts'));
  expect(rulesAgainst('server/src/features/gyms/gyms.service.ts')).toEqual([]);
  expect(rulesAgainst(repository)).toHaveLength(1);
});
