import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { askForJob } from '../../../server/src/testing/databases/running-database.ts';
import { desktop, expect, phone, test, visit } from '../fixtures.ts';
import { memberOf, openMessagesAs } from '../people-at-once.ts';
import { picture } from '../picture.ts';
import { call } from '../planning.ts';
import { faultsForLargeText, setText } from './large-text.ts';
import { addressesIn, everyWindow } from './routes.ts';
import { openWindow, windowsOf } from './windows.ts';

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

  test('in what a chat opens', async ({ page, request, tokensOf, newMember }) => {
    const [one, two] = [
      await memberOf(request, tokensOf, await newMember()),
      await memberOf(request, tokensOf, await newMember()),
    ];
    const asked = await call(request, one.tokens, '/friends/', { receiver_id: two.id });
    await call(request, two.tokens, `/friends/${asked.id}/accept/`, {});
    const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
    await call(request, one.tokens, `/conversations/${id}/polls/`, {
      question: 'Which evening?',
      options: [{ text: 'Monday after the late class, if the rain has stopped' }, { text: 'Tuesday' }],
      client_nonce: randomUUID(),
    });
    await openMessagesAs(page, one.tokens);
    await page
      .getByRole('button', { name: /^Noor Vale(?!: profile)/ })
      .first()
      .click();
    const chat = page.getByRole('log', { name: 'Chat' });
    await test.step('a poll with votes, and who voted', async () => {
      await page.getByRole('list', { name: 'Which evening?' }).getByRole('button').first().click();
      await expect(chat.getByRole('button', { name: '1 person voted' })).toBeVisible();
      await expectReadable(page);
      await chat.getByRole('button', { name: '1 person voted' }).click();
      const votes = page.getByRole('dialog', { name: 'Votes' });
      await expect(votes).toBeVisible();
      await expectReadable(page);
      // The window was turned meanwhile.
      await expect(votes).toBeVisible();
      await votes.getByRole('button', { name: 'Close' }).click();
      await expect(votes).toBeHidden();
    });
    await test.step('the form of a poll, with errors, for times and for answers', async () => {
      await page.getByRole('button', { name: 'Create a poll' }).click();
      const form = page.getByRole('dialog', { name: 'New poll' });
      await form.getByRole('button', { name: 'Add an option' }).click();
      await expectReadable(page);
      await form.getByRole('button', { name: 'Other answers' }).click();
      await form.getByRole('button', { name: 'Send poll' }).click();
      await expect(form.getByText('Write an answer').first()).toBeVisible();
      await expectReadable(page);
      await form.getByRole('button', { name: 'Close' }).click();
      await expect(form).toBeHidden();
    });
    await test.step('several photos with captions, before they are sent and as messages', async () => {
      const buffer = Buffer.from(await picture(page), 'base64');
      const files = ['a', 'b', 'c'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }));
      await page.getByLabel('Photos', { exact: true }).setInputFiles(files);
      const sheet = page.getByRole('dialog', { name: 'Send 3 photos?' });
      await expect(sheet.getByRole('img').first()).toBeVisible();
      await sheet.getByRole('textbox').first().fill('The new platform, seen from the rack by the window');
      await expectReadable(page);
      await sheet.getByRole('button', { name: 'Send photos' }).click();
      await expect(chat.getByRole('button', { name: /^Open Photo/ })).toHaveCount(3);
      await expectReadable(page);
    });
  });

  test('in the windows and steps of admins', async ({ page, signInAs, request }) => {
    const tokens = await signInAs('olga');
    const { organization } = await call(request, tokens, '/users/me/');
    const base = `/admin/organizations/${organization.id}`;
    await test.step('an import whose columns are matched, and one with errors', async () => {
      await visit(page, `${base}/users/import`);
      const choose = (text: string) =>
        page
          .getByLabel('CSV file')
          .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await choose(
        'First name,Last name,Email address,Mobile number,Favourite machine\nJo,Ek,jo@mail.example,,Rower\n',
      );
      await expect(page.getByRole('heading', { name: 'Check' })).toBeVisible();
      await expectReadable(page);
      await choose('First name,Last name,Email\nJo,Ek,a-very-long-address-that-is-none.example\n,Ek,jo@mail.example\n');
      await expect(page.getByText(/to fix$/)).toBeVisible();
      await expectReadable(page);
    });
    await test.step('the sessions that a member at risk can be invited to', async () => {
      await askForJob(process.env.E2E_DATA_DIR ?? '', 'refresh_member_risks');
      await expect.poll(async () => (await call(request, tokens, '/analytics/at-risk/')).count).toBeGreaterThan(0);
      await visit(page, `${base}/members-at-risk`);
      await page
        .getByRole('button', { name: /^Invite .* to a session$/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Sessions' })).toBeVisible();
      await expectReadable(page);
      await page.keyboard.press('Escape');
    });
    await test.step('a theme about to be published', async () => {
      await visit(page, `${base}/theme`);
      await page.getByLabel('Your color', { exact: true }).fill('#0f766e');
      await page.getByRole('button', { name: /^Bold/ }).click();
      await page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish this theme?' });
      await expect(dialog.getByTitle('Home, before')).toHaveCSS('opacity', '1');
      await expectReadable(page);
      await page.keyboard.press('Escape');
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
