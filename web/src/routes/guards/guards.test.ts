import { describe, expect, test } from 'vitest';
import type { Viewer } from '#platform/login/viewer.ts';
import {
  adminOnly,
  afterSignIn,
  authenticated,
  guestOnly,
  landingPage,
  onboardingOnly,
  type Pending,
  superAdminOnly,
} from './guards.ts';

const viewer = (role: string, over: Partial<Viewer> = {}): Viewer => ({
  role,
  onboarding_completed: true,
  emulating: false,
  ...over,
});
const fresh = { onboarding_completed: false };
const inside = { emulating: true };

const nothing: Pending = { invite: null, session: null, platformInvite: null };
const everything: Pending = {
  invite: { type: 'session', code: 'share-1' },
  session: { sessionId: 's1' },
  platformInvite: 'ANA42',
};

describe('after sign-in, in this order', () => {
  test.each<[string, Viewer, Pending, { to: string; shareToken?: string }]>([
    [
      'a session invite, its token saved',
      viewer('regular_user'),
      everything,
      { to: '/app/session-share', shareToken: 'share-1' },
    ],
    [
      'a friend invite',
      viewer('regular_user'),
      { ...everything, invite: { type: 'friend', code: 'F' } },
      { to: '/app/friend-invite' },
    ],
    ['a pending session', viewer('regular_user'), { ...everything, invite: null }, { to: '/app/session-join' }],
    [
      'ignores an organization invite',
      viewer('regular_user'),
      { ...everything, invite: { type: 'org', code: 'O' } },
      { to: '/app/session-join' },
    ],
    [
      'a platform invite',
      viewer('regular_user'),
      { ...nothing, platformInvite: 'ANA42' },
      { to: '/app/platform-invite' },
    ],
    ['a super admin', viewer('super_admin'), nothing, { to: '/super-admin/organizations' }],
    ['an organization admin', viewer('org_admin'), nothing, { to: '/admin' }],
    ['a gym admin', viewer('gym_admin'), nothing, { to: '/admin' }],
    ['a member', viewer('regular_user'), nothing, { to: '/app' }],
    ['any other role', viewer('trainer'), nothing, { to: '/app' }],
    [
      'puts an invite before the role',
      viewer('super_admin'),
      everything,
      { to: '/app/session-share', shareToken: 'share-1' },
    ],
  ])('%s', (_name, who, pending, landing) => {
    expect(afterSignIn(who, pending)).toEqual(landing);
  });
});

describe('guest-only pages', () => {
  test.each<[string, Viewer | null, Pick<Pending, 'session'>, string | null]>([
    ['a guest stays', null, nothing, null],
    ['a pending session goes first', viewer('super_admin'), everything, '/app/session-join'],
    ['super admin', viewer('super_admin'), nothing, '/super-admin/organizations'],
    ['super admin inside an organization', viewer('super_admin', inside), nothing, '/admin'],
    ['organization admin', viewer('org_admin'), nothing, '/admin'],
    ['gym admin', viewer('gym_admin'), nothing, '/admin'],
    ['member', viewer('regular_user'), nothing, '/app'],
  ])('%s', (_name, who, pending, to) => {
    expect(guestOnly(who, pending)).toBe(to);
  });
});

describe('admin area', () => {
  test.each<[string, Viewer | null, string | null]>([
    ['signed out', null, '/login'],
    ['super admin', viewer('super_admin'), '/super-admin'],
    ['super admin inside an organization', viewer('super_admin', inside), null],
    ['the emulated admin role', viewer('org_admin', inside), null],
    ['organization admin', viewer('org_admin'), null],
    ['gym admin', viewer('gym_admin'), null],
    ['member', viewer('regular_user'), '/'],
    ['any other role', viewer('trainer'), '/'],
  ])('%s', (_name, who, to) => {
    expect(adminOnly(who)).toBe(to);
  });
});

describe('authenticated area', () => {
  test.each<[string, Viewer | null, string, string | null]>([
    ['signed out', null, '/app', '/login'],
    ['member', viewer('regular_user', fresh), '/app', null],
    ['organization admin before onboarding', viewer('org_admin', fresh), '/app', '/onboarding'],
    ['gym admin before onboarding', viewer('gym_admin', fresh), '/app/calendar', '/onboarding'],
    ['gym admin already there', viewer('gym_admin', fresh), '/onboarding', null],
    ['organization admin after onboarding', viewer('org_admin'), '/app', null],
    ['super admin inside an organization', viewer('org_admin', { ...fresh, ...inside }), '/admin', null],
    ['super admin', viewer('super_admin', fresh), '/app', null],
  ])('%s', (_name, who, path, to) => {
    expect(authenticated(who, path)).toBe(to);
  });
});

describe('super-admin area', () => {
  test.each<[string, Viewer | null, string | null]>([
    ['signed out', null, '/login'],
    ['super admin', viewer('super_admin'), null],
    ['inside an organization', viewer('super_admin', inside), '/admin'],
    ['organization admin', viewer('org_admin'), '/'],
    ['member', viewer('regular_user'), '/'],
  ])('%s', (_name, who, to) => {
    expect(superAdminOnly(who)).toBe(to);
  });
});

describe('onboarding', () => {
  test.each<[string, Viewer | null, string | null]>([
    ['signed out', null, '/login'],
    ['super admin', viewer('super_admin', fresh), '/super-admin'],
    ['organization admin, fresh', viewer('org_admin', fresh), null],
    ['organization admin, onboarded', viewer('org_admin'), '/admin'],
    ['gym admin, onboarded', viewer('gym_admin'), '/admin'],
    ['member, onboarded', viewer('regular_user'), '/app'],
    ['member, fresh', viewer('regular_user', fresh), null],
  ])('%s', (_name, who, to) => {
    expect(onboardingOnly(who)).toBe(to);
  });
});

describe('landing page', () => {
  test.each<[string, Viewer | null, { native: boolean; query: string }, string | null]>([
    ['a visitor stays', null, { native: false, query: '' }, null],
    ['a visitor with app=true', null, { native: false, query: '?app=true' }, '/login'],
    ['a visitor with app=1', null, { native: false, query: '?app=1' }, null],
    ['the native app', null, { native: true, query: '' }, '/login'],
    ['a super admin', viewer('super_admin'), { native: false, query: '' }, '/super-admin/organizations'],
    ['a super admin inside an organization', viewer('super_admin', inside), { native: false, query: '' }, '/app'],
    ['a signed-in user', viewer('org_admin'), { native: true, query: '?app=true' }, '/app'],
  ])('%s', (_name, who, where, to) => {
    expect(landingPage(who, where)).toBe(to);
  });
});
