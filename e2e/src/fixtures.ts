import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Account = { role: string; email: string; password: string };
export type CastName = 'sam' | 'olga' | 'finn' | 'ana' | 'ben' | 'cleo' | 'dov' | 'eve' | 'nadia';

/** The sample sign-ins of the server under test. */
export function accountOf(name: CastName): Account {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'sample-accounts.json');
  const accounts: Account[] = JSON.parse(readFileSync(file, 'utf8'));
  const account = accounts.find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`There is no sample account for ${name}.`);
  return account;
}

type Fixtures = {
  /** Signs in as one of the cast without the sign-in screen, which has its own tests. */
  signInAs(name: CastName): Promise<void>;
  /** Faults of the page that no test expects fail it: exceptions, and errors in the console. */
  faults: { expected: RegExp[] };
};

export const test = base.extend<Fixtures>({
  faults: [
    async ({ page }, use) => {
      const seen: string[] = [];
      // A refused call is logged by the browser itself; what the app makes of it is what tests look at.
      const expected = [/Failed to load resource: the server responded with a status of 4\d\d/];
      page.on('pageerror', (error) => seen.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && seen.push(message.text()));
      await use({ expected });
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  signInAs: async ({ page, request }, use) => {
    await use(async (name) => {
      const { email, password } = accountOf(name);
      const response = await request.post('/api/v1/auth/login/', { data: { email, password } });
      expect(response.ok()).toBe(true);
      const { access_token, refresh_token } = await response.json();
      await page.goto('/api/docs');
      await page.evaluate(
        (tokens) => {
          localStorage.setItem('auth', JSON.stringify(tokens));
          localStorage.setItem('access_token', tokens.access_token);
          localStorage.setItem('refresh_token', tokens.refresh_token);
        },
        { access_token, refresh_token },
      );
    });
  },
});

/** Nothing for axe to find, on the whole page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html).slice(0, 3),
  }));
  expect(found).toEqual([]);
}

export { expect };
