import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator } from '@playwright/test';
import { desktop, expect, expectAccessible, goInApp, phone, test } from '../fixtures.ts';
import { memberOf, openMessagesAs } from '../people-at-once.ts';
import { call, plan, type Tokens } from '../planning.ts';
import { expectSettled, expectSettledAtBothSizes, look, lookInApp } from './look-at-screens.ts';

// Each screen twice, and each new look of a text in 202 themes.
test.slow();

test('public pages', async ({ page }) => {
  await look(page, [
    ['/', 'Members stay where someone is waiting for them.'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service'],
    ['/community-guidelines', 'Community Guidelines'],
    ['/help', /help/i],
  ]);
});

test('sign-in screen modes', async ({ page }) => {
  await look(page, [
    ['/login', 'Sign in to Spotter'],
    ['/login?setup=true', 'Complete Account Setup'],
    ['/login?reset=anything', 'Set a new password'],
    ['/login?invite=true', 'Join with Invite Code'],
  ]);
  // As an operator's ending of a demo leaves a visitor's tab.
  await page.evaluate(() => sessionStorage.setItem('is_demo_user', 'true'));
  await look(page, [['/login', 'This demo has ended.']]);
  await page.getByRole('button', { name: 'Sign in instead' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Spotter' })).toBeVisible();
  await page.goto('/login?link_google=true');
  await expect(page.getByText('Sign in with your password to link your Google account.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expectSettledAtBothSizes(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectSettledAtBothSizes(page);
});

test('pages a visitor can join or start from', async ({ page }) => {
  await lookInApp(page, [
    ['/register', 'Create your account'],
    ['/register/gym', 'Register your gym'],
    ['/register/gym-simple', 'Start your 30-day free trial'],
    ['/nominate', 'Nominate your gym'],
    ['/i/org/IRONHARBOUR', /Join Up/],
    // Between two gyms, so that the heading of the second is not that of the first, still in its theme.
    ['/i/org/NO-SUCH-CODE', 'Invalid or expired invite code.'],
    ['/i/org/NIGHTSHIFT', /Join Up/],
    ['/i/else/IRONHARBOUR', 'Invalid invite link'],
  ]);
});

test('member pages', async ({ page, signInAs, request }) => {
  // Its own session: whether the sample's next one has begun, and may be edited, depends on the hour.
  const { id, title } = await plan(request, await signInAs('dov'));
  await lookInApp(page, [
    ['/app', /Dov/],
    ['/app/calendar', 'Calendar'],
    ['/app/calendar?view=month', 'Calendar'],
    ['/app/calendar?view=agenda', 'Calendar'],
    [`/app/sessions/${id}`, title],
    [`/app/sessions/${id}/edit`, `Edit ${title}`],
    ['/app/sessions/0190a0b0-0000-7000-8000-000000000000', "This session isn't on the calendar"],
    ['/app/blocked-users', 'Blocked people'],
    ['/app?profile=incomplete', /Dov/],
  ]);
  await expect(page.getByText('TEST MODE: Profile Incomplete')).toBeVisible();
  await expect(page.getByText('Complete your profile.')).toBeVisible();
  await page.getByRole('button', { name: 'Exit Test Mode' }).click();
  await expect(page.getByText('TEST MODE: Profile Incomplete')).toBeHidden();
  await expect(page.getByText('Complete your profile.')).toBeHidden();
});

test('applies a dark theme to the whole app', async ({ page, signInAs }) => {
  await signInAs('eve');
  await lookInApp(page, [
    ['/app', /Eve/],
    ['/app/calendar', 'Calendar'],
  ]);
  const style = await page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    const own = (name: string) => document.documentElement.style.getPropertyValue(name);
    const favicon = document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href;
    const bodyGround = getComputedStyle(document.body).backgroundColor;
    return {
      colorScheme,
      grounds: [backgroundColor, bodyGround],
      primary: own('--color-primary'),
      main: own('--color-bg-main'),
      favicon,
    };
  });
  expect(style.colorScheme).toBe('dark');
  expect(style.primary).not.toBe('');
  expect(style.main).toMatch(/^#[01]/);
  expect(style.grounds.join()).toMatch(/rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)/);
  expect(style.favicon).toMatch(/\/files\/.*\?.*\d{10}/);
  // The logo is on the rail, which a phone doesn't have.
  await page.setViewportSize(desktop);
  await expect(page.getByRole('img', { name: 'Night Shift Athletics' })).toHaveJSProperty('complete', true);
  await page.setViewportSize(phone);
});

test('member modals', async ({ page, signInAs }) => {
  await signInAs('cleo');
  // Over a page with little on it, since axe also measures what is covered.
  await page.goto('/app/blocked-users');
  const dialog = page.getByRole('dialog');
  const open = async (name: string, title = name) => {
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await expect(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  const goHome = async () => {
    await goInApp(page, '/app');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cleo');
  };
  await open('Profile');
  for (const tab of ['Profile', 'Notifications', 'Security', 'Account']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
    // With the first window the page behind it is looked at too.
    if (tab === 'Profile') await expectSettledAtBothSizes(page, 'html');
    else await expectSettledAtBothSizes(page);
  }
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
    await expectSettled(page);
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeHidden();
  }
  await close();
  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectSettledAtBothSizes(page);
  await close();
  for (const [name, title] of [
    ['Messages', 'Messages'],
    ['Create', 'Create session'],
    ['Notifications', 'Notifications'],
  ] as const) {
    // Only on home does a phone have this one, and Friends.
    if (name === 'Notifications') await goHome();
    await open(name, title);
    await expectSettledAtBothSizes(page);
    await close();
  }
  await open('Friends');
  for (const tab of ['Friends', 'Requests', 'Find people', 'Suggestions', 'Invite']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectSettledAtBothSizes(page);
  }
});

/** Their name. Other tests leave the same member chats in which nobody has written anything. */
async function writeToAFriend(request: APIRequestContext, tokens: Tokens): Promise<string> {
  const me = await call(request, tokens, '/users/me/');
  const { results } = await call(request, tokens, '/friends/');
  const { friend } = results[0];
  const { id } = await call(request, tokens, '/conversations/direct/', { user_id: friend.id });
  await call(request, tokens, `/conversations/${id}/send_message/`, { content: `${me.first_name} here, leg day?` });
  return `${friend.first_name} ${friend.last_name}`;
}

for (const [theme, who] of [
  ['light', 'ana'],
  ['dark', 'eve'],
] as const)
  test(`windows between people in a ${theme} theme`, async ({ page, signInAs, request }) => {
    const friend = await writeToAFriend(request, await signInAs(who));
    await page.goto('/app?onboarding=skip');
    const top = page.getByRole('dialog').last();
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name }).filter({ visible: true }).first().click();
    /** A window may have a view of its own to leave first. */
    const closeAll = () =>
      expect
        .poll(async () => {
          await page.keyboard.press('Escape');
          return page.getByRole('dialog').count();
        })
        .toBe(0);
    await test.step('messages, found messages, a chat and what its menu opens', async () => {
      await press(/Messages$/);
      await expectSettled(page);
      await top.getByRole('searchbox').fill('leg');
      await expectSettled(page);
      await top.getByRole('searchbox').fill('');
      // The list of chats, not what was found.
      await expectSettled(page);
      await top
        .getByRole('button', { name: new RegExp(`^${friend}(?!: profile)`) })
        .first()
        .click();
      const log = page.getByRole('log', { name: 'Chat' });
      await log.getByRole('button', { name: 'Message options' }).first().press('Enter');
      await expectSettled(page);
      await page.getByRole('menuitem', { name: 'More emojis' }).click();
      await expect(page.getByRole('heading', { name: 'Choose an emoji' })).toBeVisible();
      await expectSettled(page);
      await closeAll();
    });
    await test.step('friends, suggestions and train together', async () => {
      await press('Friends');
      for (const tab of ['Requests', 'Suggestions', 'Invite']) {
        await top.getByRole('tab', { name: tab }).click();
        await expect(top.getByRole('tabpanel', { name: tab })).toBeVisible();
        await expectSettled(page);
      }
      await top.getByRole('tab', { name: 'Suggestions' }).click();
      await top
        .getByRole('button', { name: /^Train together with/ })
        .first()
        .click();
      await expect(top.getByRole('heading', { name: /^Train with/ })).toBeVisible();
      await expectSettled(page);
      await closeAll();
    });
    await test.step('notifications, a profile and a report', async () => {
      await press(/^Notifications/);
      await expect(top.getByRole('heading', { name: 'Notifications' })).toBeVisible();
      await expectSettled(page);
      await closeAll();
      await press(/: profile$/);
      await expectSettled(page);
      await top.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await expect(page.getByRole('heading', { name: /^Report / })).toBeVisible();
      await expectSettled(page);
    });
  });

test('a poll that members voted in', async ({ page, request, tokensOf, newMember }) => {
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
  const options = page.getByRole('list', { name: 'Which evening?' }).getByRole('button');
  await options.first().click();
  await expect(options.first()).toHaveAccessibleName(/, 1 vote$/);
  await expectSettledAtBothSizes(page);
  const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await page.getByLabel('Photos', { exact: true }).setInputFiles(file);
  const toast = page.getByRole('status').filter({ hasText: 'Only photos can be sent' });
  // With the focus in it, it stays.
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await expectSettled(page, 'html');
});

test('toasts: what worked with its Undo, and what failed with its reason', async ({
  page,
  signInAs,
  tokensOf,
  newMember,
  request,
}) => {
  const { title } = await plan(request, await tokensOf('ana'));
  await signInAs(await newMember());
  await page.goto('/app/calendar?view=agenda&onboarding=skip');
  const join = page.getByRole('button', { name: `Join ${title}` });
  /** It stays while one of its buttons has the focus. */
  const look = async (toast: Locator, button: string) => {
    await toast.getByRole('button', { name: button }).focus();
    await expectSettledAtBothSizes(page, 'html');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
  };
  const refuse = { error: 'This session has just been cancelled by its host.', code: 'session_cancelled' };
  await page.route('**/api/v1/sessions/*/join/', (route) => route.fulfill({ status: 409, json: refuse }));
  await join.click();
  await look(page.getByRole('alert').filter({ hasText: refuse.error }), 'Dismiss');
  await page.unroute('**/api/v1/sessions/*/join/');
  await join.click();
  await look(page.getByRole('status').filter({ hasText: `You're in for ${title}.` }), 'Undo');
});

test('shows a member without a gym how to join one', async ({ page, signInAs, newLoner }) => {
  await signInAs(await newLoner());
  await lookInApp(page, [
    ['/app', 'Join your gym'],
    ['/app/calendar', 'Calendar'],
  ]);
  await expect(page.getByRole('heading', { name: 'Join your gym' })).toBeVisible();
  await page.getByLabel('Invite code').fill('no-such-code');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('alert').first()).toContainText('Invalid or expired invite code');
});

test('shows the crash screen when a page breaks', async ({ page, signInAs, faults, context }) => {
  faults.expected.push(/./);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('dov');
  // An answer that no server version sends, so the page can't render.
  const home = '**/api/v1/home/*';
  await page.route(home, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, user: { ...answer.user, first_name: { not: 'text' } } } });
  });
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText(
      "We're sorry, but something unexpected happened. Please try refreshing the page or contact support if the problem continues.",
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy Debug Info' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Error: .+[\s\S]+Build: .+[\s\S]+Stack: /);
  await page.unroute(home);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dov');
});
