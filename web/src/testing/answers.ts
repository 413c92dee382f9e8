import type { User } from '@spotter/contract/users/users.ts';
import { vi } from 'vitest';

/** A user as the server sends them. */
export function person(over: Partial<User> = {}): User {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    role: 'regular_user',
    email: 'ana@ironharbour.example',
    email_verified: true,
    onboarding_completed: true,
    first_name: 'Ana',
    last_name: 'Costa',
    fitness_level: 'advanced',
    default_gym: null,
    current_gym: null,
    accessible_gyms: [],
    managed_gym_ids: [],
    can_switch_gyms: false,
    organization: null,
    google_id: null,
    apple_id: null,
    has_password: true,
    avatar_url: null,
    avatar_color: '#7c3aed',
    is_demo_user: false,
    demo_persona: null,
    demo_expires_at: null,
    must_change_password: false,
    timezone: null,
    gender: null,
    bio: '',
    phone: null,
    goals: [],
    favourite_workouts: [],
    preferred_times: [],
    level_and_goals_shown_to: 'everyone',
    usual_times_shown_to: 'everyone',
    sessions_shown_to: 'everyone',
    shows_online: true,
    shows_typing: true,
    created_at: '2026-01-01T00:00:00Z',
    ...over,
  };
}

type Answer = (request: { method: string; path: string; body: unknown }) => Response | Promise<Response> | undefined;

/** Replaces the network: requests without a prepared answer get a 404, and every request is recorded. */
export function answerWith(answer: Answer) {
  const requests: { method: string; path: string; body: unknown; key: string | null }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = String(input).replace('/api/v1', '');
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const key = new Headers(init?.headers).get('Idempotency-Key');
    const request = { method: init?.method ?? 'GET', path, body, key };
    requests.push(request);
    if (path === '/events/') return new Promise<Response>(() => {});
    if (path === '/auth/methods/') return Response.json({ google: null, apple: null });
    return answer(request) ?? Response.json({ error: 'Not found.', code: 'not_found' }, { status: 404 });
  });
  return requests;
}

export const gymConfig = {
  organization: {
    id: '0190a000-0000-7000-8000-00000000000a',
    name: 'Iron Harbour',
    is_active: true,
    white_label_enabled: true,
  },
  theme: null,
};

/** A sign-in answer. */
export const signedInAs = (user: User) =>
  Response.json({
    access_token: 'access',
    refresh_token: 'refresh',
    user,
    must_change_password: user.must_change_password,
    current_gym_id: null,
    organization: null,
    gym_config: gymConfig,
  });
