import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { desktop, expect, phone, test } from '../fixtures.ts';
import { plan } from '../planning.ts';

/** As on a slow network: what is drawn before the answers and the font must not move when they come. */
const DELAY_MS = 400;
const FONT_DELAY_MS = 1_500;
/** Google's limit for a good page. */
const MOST = 0.1;

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** How much has moved on the page without a tap, and which controls have jumped away from the finger. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    const shifts = await new Promise<Shift[]>((done) => {
      // It reports what has been before, also if that is nothing.
      const all: Shift[] = [];
      const observer = new PerformanceObserver((list) => all.push(...(list.getEntries() as Shift[])));
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => setTimeout(() => done(all), 50));
    });
    const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
    const controls = own
      .flatMap(({ sources }) => sources)
      .filter(({ node, previousRect: from, currentRect: to }) => {
        const isControl =
          node?.matches?.('a, button, input, select') || node?.querySelector?.('a, button, input, select');
        const wasSeen = from.height > 0 && from.top < innerHeight && from.bottom > 0;
        return isControl && wasSeen && to.height > 0 && Math.abs(to.top - from.top) + Math.abs(to.left - from.left) > 8;
      })
      .map(({ node, previousRect: from, currentRect: to }) => {
        const text = (node?.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50);
        return `${node?.localName} "${text}" by ${Math.round(to.left - from.left)}, ${Math.round(to.top - from.top)}`;
      });
    return { sum: own.reduce((total, { value }) => total + value, 0), controls: [...new Set(controls)] };
  });

async function expectSteady(page: Page, address: string) {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeAttached();
    await expect(page.locator('#first-screen')).toBeHidden();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const { sum, controls } = await moved(page);
    expect.soft(sum, `layout shift of ${address}: ${controls.join('; ')}`).toBeLessThan(MOST);
  });
}

for (const size of [phone, desktop])
  test(`screens stand still while slow answers arrive, at ${size.width} px`, async ({
    page,
    signInAs,
    tokensOf,
    request,
  }) => {
    await page.setViewportSize(size);
    await page.route(/\/api\/v1\/|\.woff2/, async (route) => {
      await sleep(route.request().url().includes('/api/') ? DELAY_MS : FONT_DELAY_MS);
      await route.continue().catch(() => {});
    });
    await expectSteady(page, '/login');
    await expectSteady(page, '/i/org/IRONHARBOUR');
    const { access_token } = await signInAs('ana');
    const headers = { Authorization: `Bearer ${access_token}` };
    const { results } = await (await request.get('/api/v1/sessions/?mine=true', { headers })).json();
    const { id } = await (await request.get('/api/v1/users/me/', { headers })).json();
    await plan(request, await tokensOf('ben'), { invited_user_ids: [id] });
    await expectSteady(page, '/app?onboarding=skip');
    await expectSteady(page, '/app/calendar');
    await expectSteady(page, `/app/sessions/${results[0].id}`);
    await expectSteady(page, '/app/blocked-users');
    const admin = await request.get('/api/v1/users/me/', {
      headers: { Authorization: `Bearer ${(await signInAs('olga')).access_token}` },
    });
    const { organization } = await admin.json();
    const base = `/admin/organizations/${organization.id}`;
    await expectSteady(page, '/admin');
    for (const place of ['users', 'gyms', 'invite-codes', 'members-at-risk', 'announcements'])
      await expectSteady(page, `${base}/${place}`);
  });

test("the keyboard's focus stays clear of the calendar's bar", async ({ page, signInAs }) => {
  await signInAs('ana');
  await page.setViewportSize(desktop);
  await page.goto('/app/calendar?onboarding=skip');
  await expect(page.locator('[data-cells] button').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const hidden = await page.evaluate(() => {
    const bar = document.querySelector('main .sticky');
    const cards = [...document.querySelectorAll<HTMLElement>('main [data-cells] button')];
    return cards
      .filter((card) => {
        scrollTo(0, document.body.scrollHeight);
        card.focus();
        const { bottom = 0 } = bar?.getBoundingClientRect() ?? {};
        return !bar?.contains(card) && card.getBoundingClientRect().top < bottom - 1;
      })
      .map(({ ariaLabel }) => ariaLabel);
  });
  expect(hidden).toEqual([]);
});
