import { describe, expect, test } from 'vitest';
import { adminRoles, isAdminRole, managesGyms, mayEnterAdminArea, rankOf, roleNamePattern } from './roles.ts';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

test('ranks members, gym admins, organization admins and super admins in this order', () => {
  const ranks = ['regular_user', 'gym_admin', 'org_admin', 'super_admin'].map(rankOf);
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(new Set(ranks).size).toBe(4);
});

test.each(['regular_user', 'coach', '', 'SUPER_ADMIN', 'super_admin ', ...inherited])(
  'ranks %j as a member',
  (role) => {
    expect(rankOf(role)).toBe(rankOf('regular_user'));
    expect(isAdminRole(role)).toBe(false);
    expect(managesGyms(role)).toBe(false);
    expect(mayEnterAdminArea({ role, emulating: false })).toBe(false);
  },
);

describe('the admin area', () => {
  test('is open to gym managers and to a super admin inside an organization', () => {
    const open = adminRoles.filter((role) => mayEnterAdminArea({ role, emulating: false }));
    expect(open).toEqual(['gym_admin', 'org_admin']);
    expect(mayEnterAdminArea({ role: 'super_admin', emulating: true })).toBe(true);
  });
});

test('accepts role names of up to 40 plain lowercase characters', () => {
  for (const role of [...adminRoles, 'regular_user', 'x', 'coach_2', 'constructor', 'a'.repeat(40)])
    expect(role).toMatch(roleNamePattern);
  for (const role of ['', '__proto__', 'toString', '2nd_coach', 'a b', 'a'.repeat(41), 'coach\n'])
    expect(role).not.toMatch(roleNamePattern);
});
