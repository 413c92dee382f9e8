import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, type Locator, type Page, expect as slowly } from '@playwright/test';
import { test as base, quietPage } from './shared-window.ts';

/** Playwright's own, which lets up to a second pass between two looks, looks again at least four times a second. */
export const expect = slowly.configure({});
const { poll } = expect;
expect.poll = (look, options) =>
  poll(look, {
    intervals: [20, 50, 100, 250],
    ...(typeof options === 'string' ? { message: options } : options),
  });

export type Account = { email: string; password: string };
export type CastName = 'sam' | 'olga' | 'finn' | 'ana' | 'ben' | 'cleo' | 'dov' | 'eve' | 'nadia';
type Tokens = { access_token: string; refresh_token: string };

/** The sample accounts of the server under test. */
export function accountOf(name: CastName): Account {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'sample-accounts.json');
  const accounts: Account[] = JSON.parse(readFileSync(file, 'utf8'));
  const account = accounts.find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`There is no sample account for ${name}.`);
  return account;
}

let people = 0;
/** An unused email address. */
export const newAddress = (name = 'new') =>
  `${name}.${process.pid.toString(36)}${Date.now().toString(36)}${people++}@mail.example`;

type Fixtures = {
  /** The tokens of a new sign-in. */
  tokensOf(who: CastName | Account): Promise<Tokens>;
  /** Signs in without the sign-in screen, which has its own tests. */
  signInAs(who: CastName | Account, where?: Page): Promise<Tokens>;
  /** A new member of Iron Harbour with a verified email, for a test to change freely. */
  newMember(): Promise<Account>;
  /** The same before they have entered the code from their mail. */
  newUnverifiedMember(): Promise<Account>;
  /** An account without a gym. */
  newLoner(): Promise<Account>;
  /** The text of the newest mail to an address; waits for it to arrive. */
  mailTo(email: string, kind?: RegExp): Promise<string>;
  /** Fails the test on unexpected page errors: exceptions and console errors. */
  faults: { expected: RegExp[] };
};

const password = 'chalk and iron bars';

async function register(request: APIRequestContext, path: string, rest: object): Promise<Account> {
  const email = newAddress();
  const data = { email, password, password_confirm: password, first_name: 'Noor', last_name: 'Vale', ...rest };
  const response = await request.post(`/api/v1${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return { email, password };
}

/**
 * A server whose database stalls for a second answers 503 with Retry-After. Like the app, a test's own call then asks
 * again; its key keeps a change from happening twice.
 */
function askLikeTheApp(request: APIRequestContext): APIRequestContext {
  const send = request.fetch.bind(request);
  request.fetch = async (address, options) => {
    const keyed = { ...options, headers: { 'idempotency-key': randomUUID(), ...options?.headers } };
    for (;;) {
      const answer = await send(address, keyed);
      const seconds = Number(answer.headers()['retry-after']);
      if (answer.status() !== 503 || !seconds) return answer;
      await sleep(seconds * 1000);
    }
  };
  return request;
}

export const test = base.extend<Fixtures>({
  request: async ({ request }, use) => {
    await use(askLikeTheApp(request));
  },
  faults: [
    async ({ page }, use) => {
      const seen: string[] = [];
      // The browser logs every refused call; tests check how the app handles it.
      const expected = [/Failed to load resource: the server responded with a status of (4\d\d|503)/];
      page.on('pageerror', (error) => seen.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && seen.push(message.text()));
      await use({ expected });
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  tokensOf: async ({ request }, use) => {
    await use(async (who) => {
      const { email, password } = typeof who === 'string' ? accountOf(who) : who;
      const response = await request.post('/api/v1/auth/login/', { data: { email, password } });
      expect(response.ok()).toBe(true);
      const { access_token, refresh_token } = await response.json();
      return { access_token, refresh_token };
    });
  },
  signInAs: async ({ page, tokensOf }, use) => {
    await use(async (who, where = page) => {
      const tokens = await tokensOf(who);
      if (!where.url().endsWith(quietPage)) await where.goto(quietPage);
      await storeTokens(where, tokens);
      return tokens;
    });
  },
  newMember: async ({ request, newUnverifiedMember, tokensOf, mailTo }, use) => {
    await use(async () => {
      const member = await newUnverifiedMember();
      const { access_token } = await tokensOf(member);
      const code = /\b\d{6}\b/.exec(await mailTo(member.email, /verification_code/))?.[0];
      const headers = { authorization: `Bearer ${access_token}` };
      const verified = await request.post('/api/v1/auth/verify-email-code/', { headers, data: { code } });
      expect(verified.ok(), await verified.text()).toBe(true);
      return member;
    });
  },
  newUnverifiedMember: async ({ request }, use) => {
    await use(async () => {
      const code = 'IRONHARBOUR';
      const answer = await request.post('/api/v1/invite-codes/validate/', { data: { code } });
      const { gyms } = await answer.json();
      const gym_id = gyms.find(({ name }: { name: string }) => name.endsWith('Barangaroo')).id;
      return register(request, '/members/register-with-invite/', { invite_type: 'org', invite_code: code, gym_id });
    });
  },
  newLoner: async ({ request }, use) => {
    await use(() => register(request, '/auth/register/', {}));
  },
  mailTo: async ({ request }, use) => {
    await use(async (email, kind = /./) => {
      let text = '';
      const find = async () => {
        const response = await request.get('/dev/mail.json', { params: { to: email } });
        const mails: { kind: string; text: string }[] = await response.json();
        text = mails.find((mail) => kind.test(mail.kind))?.text ?? '';
        return text;
      };
      await expect.poll(find, { message: `a mail to ${email}` }).not.toBe('');
      return text;
    });
  },
});

/** Stores a sign-in where the app looks for it. The page must be on the server's own address. */
export const storeTokens = (page: Page, tokens: Tokens) =>
  page.evaluate((stored) => {
    localStorage.setItem('auth', JSON.stringify(stored));
    localStorage.setItem('access_token', stored.access_token);
    localStorage.setItem('refresh_token', stored.refresh_token);
  }, tokens);

/** Ends the app first, which would notice, navigate by itself and write again what is taken away. */
export async function forgetSignIn(page: Page): Promise<void> {
  await page.goto(quietPage);
  await page.evaluate(() => localStorage.clear());
}

/**
 * Navigates within the app, which takes a twentieth of the work of loading a page. The page must show the app, so not
 * the landing or legal pages.
 */
export const goInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Goes to a page of the app, which is loaded only where it isn't open yet. */
export const visit = (page: Page, path: string): Promise<unknown> =>
  /^\/(app|admin|super-admin)\b/.test(new URL(page.url()).pathname) ? goInApp(page, path) : page.goto(path);

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/**
 * Looks at what a phone and a desktop show. The window keeps the second size, in which the next screen is looked at
 * first: each change makes the browser lay out and draw everything.
 */
export async function atBothSizes(page: Page, look: () => Promise<void>): Promise<void> {
  await look();
  await page.setViewportSize(page.viewportSize()?.width === phone.width ? desktop : phone);
  await look();
}

/** Expects no horizontal overflow. */
export async function expectFits(page: Page): Promise<void> {
  const outside = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(outside, `pixels of ${page.url()} beyond the edge`).toBe(0);
}

export { expectAccessible } from './accessible.ts';

/** Presses Undo in a toast. */
export const undo = (place: Page | Locator) => place.getByRole('button', { name: 'Undo' }).click();

/** Closes the toast with these words. What it could undo is sent at once, instead of after its seconds. */
export const dismiss = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: 'Dismiss' }).click();

/** On a phone, the places of the admin area are in a sheet. */
export async function openAdminPlace(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^Menu/ });
  const places = page.getByRole('navigation', { name: 'Admin' });
  await expect(menu.or(places)).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await places.getByRole('link', { name }).click();
}
