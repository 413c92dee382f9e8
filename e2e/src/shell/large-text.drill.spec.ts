import type { APIRequestContext, Page } from '@playwright/test';
import { desktop, expect, phone, test, visit } from '../fixtures.ts';
import { faultsForLargeText } from '../large-text.ts';
import { call, plan, type Tokens } from '../planning.ts';
import { everyPath, everyWindow } from '../routes.ts';

/** The text of this many percent of its usual size, once the page has noticed it. */
const setText = (page: Page, percent: number) =>
  page.evaluate(async (size) => {
    document.documentElement.style.fontSize = `${size}%`;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, percent);

/** Looks at the open screen with large and very large text, on a phone and a desktop. */
async function expectReadable(page: Page) {
  await expect(page.locator('#first-screen')).toBeHidden();
  await expect(page.getByRole('heading').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // The size it has comes first: each change makes the app draw the other layout.
  const isWide = page.viewportSize()?.width === desktop.width;
  for (const size of isWide ? [desktop, phone] : [phone, desktop]) {
    await page.setViewportSize(size);
    for (const percent of [130, 200]) {
      await setText(page, percent);
      const faults = expect.poll(() => page.evaluate(faultsForLargeText), {
        message: `${percent} % text, ${size.width} px, ${page.url()}`,
        timeout: 60_000,
      });
      await faults.toEqual([]);
    }
  }
  await setText(page, 100);
}

async function lookAt(page: Page, addresses: string[]) {
  for (const address of addresses)
    await test.step(address, async () => {
      await visit(page, address);
      await expectReadable(page);
    });
}

/** Every address of an area, so that a new screen is looked at too. */
const addressesIn = (area: RegExp, values: Record<string, string> = {}) =>
  everyPath()
    .filter((path) => area.test(path))
    .map((path) => path.replaceAll(/:(\w+)\??/g, (_, name) => values[name] ?? 'unknown'));

const openWindow = (page: Page, modal: object) =>
  page.evaluate((opened) => {
    history.pushState({ usr: { modals: [opened] } }, '', '/app');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, modal);

test.describe('large text keeps every control in reach', () => {
  // Every control of every screen, four times.
  test.slow();
  test('on the pages of a visitor', async ({ page }) => {
    // Without those that only lead elsewhere, and the one that starts a demo.
    await lookAt(page, [
      ...addressesIn(/^(?!\/(app|admin|super-admin|onboarding|demo|home|join|invite)\b)/, {
        type: 'org',
        code: 'IRONHARBOUR',
      }),
      '/login?setup=true',
      '/login?reset=anything',
    ]);
  });

  test('on the pages of a member', async ({ page, signInAs, request }) => {
    const { access_token } = await signInAs('ana');
    const headers = { Authorization: `Bearer ${access_token}` };
    const { results } = await (await request.get('/api/v1/sessions/?mine=true', { headers })).json();
    await page.goto('/app?onboarding=skip');
    await lookAt(page, [
      ...addressesIn(/^\/(app|onboarding)\b/, { id: results[0].id }),
      '/app/calendar?view=month',
      '/app/calendar?view=agenda',
    ]);
    await goHomeOnItsSide(page);
  });

  test('on the home of a newcomer, who has nothing planned', async ({ page, signInAs, newMember }) => {
    await signInAs(await newMember());
    await lookAt(page, ['/app']);
  });

  test('in the windows of a member', async ({ page, signInAs, tokensOf, request }) => {
    const ana = await signInAs('ana');
    const windows = await windowsOf(request, {
      ana,
      ben: await tokensOf('ben'),
      cleo: await tokensOf('cleo'),
      olga: await tokensOf('olga'),
    });
    // A window that isn't listed below stands here.
    expect(Object.keys(windows).sort()).toEqual(everyWindow().sort());
    await page.goto('/app?onboarding=skip');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
    const top = page.getByRole('dialog').last();
    for (const [name, several] of Object.entries(windows))
      for (const given of several)
        await test.step(`${name} ${JSON.stringify(given)}`, async () => {
          await openWindow(page, { name, ...given });
          const tabs = top.getByRole('tab');
          await expect(top.getByRole('heading').first()).toBeAttached();
          await expectReadable(page);
          for (let at = 1; at < (await tabs.count()); at++) {
            await tabs.nth(at).click();
            const id = (await tabs.nth(at).getAttribute('id')) ?? '';
            await expect(page.locator(`[role=tabpanel][aria-labelledby="${id}"]`)).toBeVisible();
            await expectReadable(page);
          }
          // Also closes what was opened over it.
          await page.goto('/app?onboarding=skip');
          await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
        });
  });

  test('on the pages of admins', async ({ page, signInAs, request }) => {
    const { access_token } = await signInAs('olga');
    const headers = { Authorization: `Bearer ${access_token}` };
    const me = await (await request.get('/api/v1/users/me/', { headers })).json();
    await lookAt(
      page,
      addressesIn(/^\/admin\b/, {
        guideId: 'locations',
        orgId: me.organization.id,
        gymId: me.managed_gym_ids[0],
        userId: me.id,
      }),
    );
    await signInAs('sam');
    await lookAt(page, addressesIn(/^\/super-admin\b/));
  });
});

test('a tap on a name opens the profile', async ({ page, signInAs }) => {
  await signInAs('ana');
  await page.goto('/app?onboarding=skip');
  await page.getByRole('button', { name: 'Friends' }).first().click();
  const name = page.getByRole('dialog').getByText('Ben Okafor', { exact: true });
  const { x, y, width, height } = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByRole('dialog', { name: 'Profile' })).toContainText('Ben Okafor');
});

/** A phone lying on its side shows all places without a scroll. */
async function goHomeOnItsSide(page: Page) {
  await page.setViewportSize({ width: 844, height: 390 });
  await visit(page, '/app');
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Home', 'Calendar', 'Create', 'Messages', 'Friends', 'Notifications', 'Profile'])
    await expect(places.getByText(name).or(places.getByRole('button', { name })).first()).toBeAttached();
  const [content, room] = await places.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(content).toBe(room);
}

/** Each window of Ana's with what it needs, and once more where it can look otherwise. */
async function windowsOf(
  request: APIRequestContext,
  { ana, ben, cleo, olga }: Record<'ana' | 'ben' | 'cleo' | 'olga', Tokens>,
) {
  const idOf = async (tokens: Tokens): Promise<string> => (await call(request, tokens, '/users/me/')).id;
  const [own, friend, stranger] = [await idOf(ana), await idOf(ben), await idOf(cleo)];
  const { id: hosted } = await plan(request, ana);
  const { id: invited } = await plan(request, ben, { invited_user_ids: [own] });
  const group = await call(request, ben, '/conversations/group/', { name: 'Early birds', user_ids: [own] });
  const { token } = await call(request, ben, `/conversations/${group.id}/link/`, {});
  const { id: announcement } = await call(request, olga, '/admin/announcements/', {
    title: 'The pool stays closed until the end of the month',
    body: 'Showers are open as usual.',
  });
  return {
    profile: [{}],
    messages: [{}],
    friends: [{}],
    'create-session': [{}],
    notifications: [{}],
    'my-sessions': [{}],
    shortcuts: [{}],
    session: [{ id: hosted }, { id: hosted, edit: true }, { id: invited }],
    member: [{ id: friend }, { id: stranger }],
    'train-together': [{ userId: friend, firstName: 'Ben' }],
    'about-you': [{}],
    'join-group': [{ token }],
    announcement: [{ id: announcement }],
    'report-someone': [{}, { userId: stranger }],
  };
}
