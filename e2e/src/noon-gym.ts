import type { APIRequestContext } from '@playwright/test';
import { type Account, expect, newAddress } from './fixtures.ts';
import type { Tokens } from './planning.ts';

const zones = [
  'Pacific/Auckland',
  'Asia/Tokyo',
  'Asia/Bangkok',
  'Asia/Karachi',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Denver',
  'Pacific/Honolulu',
];
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format());
/** A zone where it is about noon: the gym is open, and no quiet hours apply. */
export const noonZone = () => zones.find((zone) => hourIn(zone) >= 10 && hourIn(zone) <= 15) ?? 'UTC';

const password = 'chalk and iron bars';
type Fixtures = { request: APIRequestContext; mailTo: (email: string, kind?: RegExp) => Promise<string> };

type SignedIn = Account & { id: string; tokens: Tokens };

/** The API as one member. A test makes its calls through its own context. */
export const callingAs = <P extends SignedIn>(request: APIRequestContext, person: P) => ({
  ...person,
  async call(method: 'GET' | 'POST' | 'PATCH', path: string, data: object = {}) {
    const headers = { Authorization: `Bearer ${person.tokens.access_token}` };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...(method === 'POST' ? { data } : {}) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  },
});

async function personOf(request: APIRequestContext, account: Account) {
  const login = await request.post('/api/v1/auth/login/', { data: account });
  expect(login.ok(), await login.text()).toBe(true);
  const { access_token, refresh_token, user } = await login.json();
  const tokens: Tokens = { access_token, refresh_token };
  return callingAs(request, { ...account, id: user.id as string, tokens });
}

export type Person = Awaited<ReturnType<typeof personOf>>;

/** A new gym where it is noon. Returns a function that adds a member. */
export async function openGym({ request, mailTo }: Fixtures) {
  const owner = { email: newAddress('owner'), password };
  const form = { first_name: 'Greta', last_name: 'Stein', phone: '+61 8 5550 0199', gym_name: 'Noon Gym' };
  const signUp = await request.post('/api/v1/gyms/register/simplified/', {
    data: { ...form, ...owner, confirm_password: password, agree_to_terms: true },
  });
  const headers = { Authorization: `Bearer ${(await signUp.json()).access_token}` };
  const spot = { location_name: 'Noon Gym', location_address: '1 Quarry Road', timezone: noonZone() };
  const code = /\b\d{6}\b/.exec(await mailTo(owner.email, /verification_code/))?.[0];
  const verified = await request.post('/api/v1/auth/verify-email-code/', { headers, data: { code } });
  expect(verified.ok(), await verified.text()).toBe(true);
  await request.post('/api/v1/users/me/complete-onboarding/', {
    headers,
    data: { business_type: 'single', ...spot, onboarding_completed: true },
  });
  const invite = await (await request.post('/api/v1/platform-invite/generate/', { headers })).json();
  return async (api: APIRequestContext, first_name: string): Promise<Person> => {
    const email = newAddress(first_name.toLowerCase());
    const registered = await api.post('/api/v1/members/register-with-invite/', {
      data: {
        email,
        password,
        password_confirm: password,
        first_name,
        last_name: 'Vale',
        invite_type: 'friend',
        referrer_code: invite.referrer_code,
      },
    });
    expect(registered.ok(), await registered.text()).toBe(true);
    return personOf(api, { email, password });
  };
}

/** A new gym where it is noon, with a member for each name. */
export async function newGym<N extends string[]>(fixtures: Fixtures, ...names: N): Promise<{ [I in keyof N]: Person }> {
  const addMember = await openGym(fixtures);
  const people: Person[] = [];
  for (const name of names) people.push(await addMember(fixtures.request, name));
  return people as { [I in keyof N]: Person };
}
