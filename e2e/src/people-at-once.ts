import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, expect, storeTokens } from './fixtures.ts';
import { call, type Tokens } from './planning.ts';

export type Member = { id: string; tokens: Tokens };

/** A member's id and tokens, for tests in which several are signed in at once. */
export async function memberOf(
  request: APIRequestContext,
  tokensOf: (who: Account) => Promise<Tokens>,
  account: Account,
): Promise<Member> {
  const tokens = await tokensOf(account);
  const { id } = await call(request, tokens, '/users/me/');
  return { id, tokens };
}

/** Opens home in a tab as this member, without the tour. */
export async function openAppAs(page: Page, tokens: Tokens): Promise<void> {
  await page.goto('/healthz');
  await storeTokens(page, tokens);
  await page.goto('/app?onboarding=skip');
}

export async function openMessagesAs(page: Page, tokens: Tokens): Promise<void> {
  await openAppAs(page, tokens);
  await page
    .getByRole('button', { name: /Messages$/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Messages' })).toBeVisible();
}
