import type { Page } from '@playwright/test';
import { addDays, dayAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { expect } from '../fixtures.ts';
import type { Tokens } from '../planning.ts';

const ZONE = 'Australia/Sydney';

export const today = () => dayAt(Date.now(), ZONE);
const mondayOf = (day: string) => addDays(day, -weekdayOf(day));

/** Each test uses its own week, beyond the sample's series, so that tests don't see each other's sessions. */
export const weekAhead = (weeks: number) => mondayOf(addDays(today(), weeks * 7));

export const headers = ({ access_token }: Pick<Tokens, 'access_token'>) => ({
  Authorization: `Bearer ${access_token}`,
});

export async function settled(page: Page) {
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

export async function open(page: Page, view: string, day?: string) {
  await page.goto(`/app/calendar?view=${view}${day ? `&day=${day}` : ''}`);
  await settled(page);
}

export const chip = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
export const view = (page: Page) => page.getByRole('navigation', { name: 'View' }).locator('[aria-current=page]');

export const long = (day: string) =>
  new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );
