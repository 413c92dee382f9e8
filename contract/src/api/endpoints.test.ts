import { describe, expect, test } from 'vitest';
import { endpoints, features } from '../index.ts';
import { errorsOf, takesKey } from './call-rules.ts';
import type { Endpoint } from './endpoint.ts';
import { errors, errorsOfEveryCall } from './errors.ts';

const entries = Object.entries<Endpoint>(endpoints);

/** `/sessions/:id/` and `/sessions/:sessionId/` are the same address. */
const address = ({ method, path }: Endpoint) => `${method} ${path.replace(/:\w+/g, '{}')}`;

describe('the table of endpoints', () => {
  test('gives every call its own name', () => {
    const names = Object.values(features).flatMap((table) => Object.keys(table));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBe(entries.length);
  });

  test('gives every call its own address', () => {
    const addresses = entries.map(([, entry]) => address(entry));
    expect(addresses.filter((one, index) => addresses.indexOf(one) !== index)).toEqual([]);
  });

  test.each(entries)('%s has a complete entry', (_name, entry) => {
    expect(entry.path).toMatch(/^(\/[\w.:-]+)+(\/|\.ics)$/);
    expect(entry.summary).toMatch(/^[A-Z].*\.$/s);
    const inPath = [...entry.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(entry.params?.shape ?? {})).toEqual(inPath);
    for (const code of entry.errors ?? []) expect(errors).toHaveProperty(code);
    if (entry.method === 'GET') expect(entry.body).toBeUndefined();
    expect(entry.returns === undefined || entry.sends === undefined).toBe(true);
    if (entry.status === 204) expect(entry.returns).toBeUndefined();
    if (entry.access === 'public') expect([entry.emulating, entry.demo]).toEqual([undefined, undefined]);
    if (entry.sentOnce) expect(takesKey(entry)).toBe(true);
    // Codes implied by the entry are not listed again.
    const implied = [...errorsOfEveryCall, ...errorsOf({ ...entry, errors: [] })];
    expect((entry.errors ?? []).filter((code) => implied.includes(code))).toEqual([]);
  });
});

/** Calls about an organization that need not be the caller's own: public ones, and those super admins make from outside. */
const anyOrganization = ['startEmulation', 'deleteOrganization', 'restoreOrganization', 'getOrganizationTheme'];

test('a call that names an organization takes no other than the own one, unless it is listed', () => {
  const names = (schema: unknown) => 'organization_id' in ((schema as { shape?: object } | undefined)?.shape ?? {});
  const open = entries.filter(([, { path, query, body, namesOrganization }]) => {
    const part = path.startsWith('/organizations/:id/') ? 'params' : names(query) ? 'query' : names(body) && 'body';
    return part && part !== namesOrganization;
  });
  expect(open.map(([name]) => name)).toEqual(anyOrganization);
  const openToPlatform = entries.filter(([, { platformNamesAny }]) => platformNamesAny);
  expect(openToPlatform.map(([name]) => name)).toEqual(['getOrganization', 'updateOrganization', 'listAccessibleGyms']);
});

test('a call that confirms who asks stores no key, whose transaction would wait for a second connection', () => {
  const confirming = entries.filter(([, { limit }]) => limit === 'confirm');
  expect(confirming.length).toBeGreaterThan(4);
  expect(confirming.filter(([, { forgets }]) => !forgets).map(([name]) => name)).toEqual([]);
});

test('a demo uploads nothing', () => {
  const uploads = entries.filter(([, { accepts, access }]) => accepts && access !== 'super_admin');
  expect(uploads.length).toBeGreaterThan(3);
  expect(uploads.filter(([, { demo }]) => demo !== 'refused').map(([name]) => name)).toEqual([]);
});

/** The calls of the specification and the decisions, as written there. */
const agreed = `
POST /auth/login/ | POST /auth/logout/ | POST /auth/password-reset/ | POST /auth/password-reset/confirm/
POST /auth/register/ | POST /auth/refresh/ | GET /auth/csrf/ | POST /auth/verify-email-code/ | POST /auth/switch-gym/
POST /auth/google/callback/ | POST /auth/google/link/ | POST /auth/google/unlink/ | POST /auth/google/native/
POST /auth/google/complete/ | POST /auth/apple/complete/ | POST /auth/apple/login/
POST /auth/emulate/ | POST /auth/stop-emulation/ | GET /auth/emulation-status/ | POST /demo/start/
GET /users/me/ | PUT /users/me/ | PUT /users/me/preferences/ | GET /users/me/user-preferences/ | PUT /users/me/user-preferences/
POST /users/me/change-password/ | POST /users/me/resend-verification/ | POST /users/me/complete-onboarding/
GET /users/me/accessible-gyms/ | DELETE /users/me/delete/ | GET /users/me/export/
PUT /users/me/push-subscription/ | DELETE /users/me/push-subscription/
POST /users/{}/block/ | DELETE /users/{}/unblock/ | GET /users/blocked/ | GET /users/{}/block-status/ | GET /users/{}/
GET /organizations/ | POST /organizations/ | GET /organizations/{}/ | PATCH /organizations/{}/ | DELETE /organizations/{}/
GET /organizations/current/ | GET /organizations/{}/theme/ | PUT /organizations/{}/theme/
GET /organizations/{}/assets/ | POST /organizations/{}/assets/ | DELETE /organizations/{}/assets/{}/
GET /organizations/{}/saved-themes/ | POST /organizations/{}/saved-themes/ | GET /organizations/{}/saved-themes/{}/
PATCH /organizations/{}/saved-themes/{}/ | DELETE /organizations/{}/saved-themes/{}/
GET /organizations/{}/session-types/ | PUT /organizations/{}/session-types/ | POST /organizations/{}/session-types/
GET /organizations/{}/operating-hours/ | POST /organizations/{}/operating-hours/
PUT /organizations/{}/operating-hours/{}/ | DELETE /organizations/{}/operating-hours/{}/
GET /organizations/{}/schedule-overrides/ | POST /organizations/{}/schedule-overrides/
PUT /organizations/{}/schedule-overrides/{}/ | DELETE /organizations/{}/schedule-overrides/{}/
GET /gym/config/ | GET /gyms/ | POST /gyms/ | PUT /gyms/{}/ | DELETE /gyms/{}/
GET /gyms/invite-codes/ | POST /gyms/invite-codes/ | PATCH /gyms/invite-codes/{}/ | DELETE /gyms/invite-codes/{}/
POST /gyms/invite-codes/generate_codes/ | POST /gyms/register/ | POST /gyms/register/simplified/ | POST /gyms/nominations/
POST /invite-codes/validate/ | POST /members/register-with-invite/
GET /sessions/ | POST /sessions/ | GET /sessions/{}/ | PATCH /sessions/{}/ | DELETE /sessions/{}/
POST /sessions/{}/join/ | POST /sessions/{}/leave/ | GET /sessions/{}/share/ | GET /sessions/shared/{}/
POST /sessions/join-by-token/ | POST /sessions/join-session/ | POST /sessions/{}/share-to-chat/
GET /sessions/{}/proposals/ | POST /sessions/{}/proposals/ | POST /sessions/{}/proposals/{}/accept/
POST /sessions/{}/proposals/{}/reject/ | POST /sessions/{}/proposals/{}/counter/
GET /sessions/{}/messages/ | POST /sessions/{}/messages/ | POST /sessions/{}/quick-actions/
GET /sessions/{}/calendar.ics | GET /calendar/{}.ics
POST /platform-invite/generate/ | GET /platform-invite/{}/ | POST /platform-invite/join/
GET /friends/ | GET /friends/requests/ | GET /friends/sent_requests/ | POST /friends/ | POST /friends/{}/accept/
POST /friends/{}/decline/ | DELETE /friends/{}/ | GET /friends/search/ | GET /friends/suggestions/
GET /admin/users/ | POST /admin/users/ | GET /admin/users/{}/ | PATCH /admin/users/{}/ | DELETE /admin/users/{}/
PUT /admin/users/{}/role/ | POST /admin/users/{}/reset_password/ | POST /admin/users/{}/verify_email/
POST /admin/users/{}/complete_onboarding/ | PUT /admin/users/{}/gym_access/ | GET /admin/audit-log/
GET /analytics/dashboard/ | GET /analytics/org-dashboard/ | GET /analytics/gym-dashboard/ | GET /analytics/summary/
GET /analytics/popular-times/ | GET /analytics/workout-types/ | GET /analytics/trends/
GET /notifications/ | GET /notifications/unread-count/ | POST /notifications/{}/mark-read/ | POST /notifications/mark-all-read/
GET /conversations/ | GET /conversations/{}/ | GET /conversations/{}/messages/ | POST /conversations/{}/send_message/
PATCH /conversations/{}/read/ | POST /conversations/direct/ | POST /conversations/group/ | GET /conversations/updates/
POST /conversations/{}/archive/ | POST /conversations/{}/unarchive/ | POST /conversations/{}/mute/ | POST /conversations/{}/unmute/
POST /conversations/{}/add_participants/ | POST /conversations/{}/remove_participants/ | POST /conversations/{}/leave/
GET /super-admin/users/ | POST /super-admin/users/ | DELETE /super-admin/users/{}/
GET /super-admin/demos/ | DELETE /super-admin/demos/{}/ | POST /super-admin/demo-data/ | GET /super-admin/demo-data/{}/
GET /events/`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter(Boolean);

test('contains every agreed call', () => {
  const known = new Set(entries.map(([, entry]) => address(entry)));
  expect(agreed.filter((call) => !known.has(call))).toEqual([]);
});

describe('form messages', () => {
  const messages = (entry: Endpoint, body: unknown) =>
    Object.fromEntries(
      (entry.body?.safeParse(body).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
    );

  test('sign-in', () => {
    const empty = { email: 'Email is required', password: 'Password is required' };
    expect(messages(endpoints.login, {})).toEqual(empty);
    expect(messages(endpoints.login, { email: ' ', password: '' })).toEqual(empty);
    expect(messages(endpoints.login, { email: 'ana', password: 'x' })).toEqual({ email: 'Invalid email address' });
  });

  test('gym registration', () => {
    expect(messages(endpoints.registerGym, {})).toEqual({
      organization_name: 'Organization name is required',
      business_type: 'Please select number of locations',
      country: 'Country is required',
      business_phone: 'Phone is required',
      business_email: 'Email is required',
      estimated_members: 'Member estimate is required',
      location_name: 'Location name is required',
      business_address: 'Address is required',
      gym_timezone: 'Please choose a timezone from the list',
      owner_first_name: 'First name is required',
      owner_last_name: 'Last name is required',
      owner_email: 'Email is required',
      terms_agreed: 'You must agree to the terms',
    });
  });

  test('simple gym sign-up', () => {
    const form = { first_name: 'Olga', last_name: 'H', email: 'o@example.com', gym_name: 'Iron', agree_to_terms: true };
    expect(
      messages(endpoints.registerGymSimplified, {
        ...form,
        phone: 'call me',
        password: 'short',
        confirm_password: 'x',
      }),
    ).toEqual({
      phone: 'Invalid phone number',
      password: 'Password must be at least 8 characters',
      confirm_password: 'Passwords do not match',
    });
  });

  test('sessions', () => {
    const session = { title: 'Leg day', workout_type: 'strength', start_time: '2026-11-20T18:00' };
    expect(endpoints.createSession.body.parse(session)).toMatchObject({ duration_minutes: 60, max_participants: 10 });
    expect(
      messages(endpoints.createSession, {
        ...session,
        start_time: '2026-11-20T18:00:00Z',
        end_time: '2026-11-20T17:00:00Z',
        fitness_level_min: 'advanced',
        fitness_level_max: 'beginner',
      }),
    ).toEqual({
      end_time: 'The session must end after it starts',
      fitness_level_max: 'The highest level must not be below the lowest',
    });
    expect(messages(endpoints.createSession, { ...session, max_participants: 10_000 })).toHaveProperty(
      'max_participants',
    );
  });
});

test('drops fields that no caller may set', () => {
  const body = { first_name: 'Ana', role: 'super_admin', organization: 'x', email_verified: true, is_demo_user: true };
  expect(endpoints.updateMe.body.parse(body)).toEqual({ first_name: 'Ana' });
});
