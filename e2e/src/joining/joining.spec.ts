import type { Page } from '@playwright/test';
import { accountOf, expect, expectAccessible, forgetSignIn, goInApp, newAddress, test, visit } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { call, plan } from '../planning.ts';

const secret = 'Chalk and 40 plates!';

/** The fields that appear once there is an email. */
async function fillIn(page: Page, email: string, first = 'Noor') {
  await expect(page.getByLabel('First name')).toBeHidden();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm password').fill(secret);
}

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' });
const dialog = (page: Page) => page.getByRole('dialog');

/** On an invite's page. */
async function signInInstead(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test("registers a visitor with the gym's code, and asks how they train", async ({ page }) => {
  const registrations: string[] = [];
  page.on(
    'request',
    (request) => /register/.test(request.url()) && request.method() === 'POST' && registrations.push(''),
  );
  await page.goto('/join/IRONHARBOUR');
  await expect(page.getByRole('heading', { name: /Join Up\s*Iron Harbour/ })).toBeVisible();
  await page.getByRole('button', { name: 'Join Now' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByText('Joining Iron Harbour')).toBeVisible();
  const waiting = await page.evaluate(() => JSON.parse(sessionStorage.getItem('pendingInvite') ?? '{}'));
  expect(waiting).toMatchObject({ type: 'org', code: 'IRONHARBOUR', organizationName: 'Iron Harbour' });

  await createAccount(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await fillIn(page, newAddress());
  const password = page.getByLabel('Password', { exact: true });
  for (const [typed, strength] of [
    ['abc', 'Weak'],
    ['abcdefgh1', 'Fair'],
    ['Abcdefgh1', 'Good'],
    [secret, 'Strong'],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(`Password strength: ${strength}`)).toBeVisible();
  }
  await page.getByLabel('Confirm password').fill('something else');
  await createAccount(page).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByText('Please select a location')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm password').fill(secret);
  await page.getByRole('radio', { name: /Fremantle/ }).check();
  await createAccount(page).dblclick();
  await expect(page).toHaveURL(/\/app$/);
  await expect(dialog(page).getByRole('heading', { name: 'How do you train?' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog(page).getByRole('button', { name: 'Build strength' }).click();
  await dialog(page)
    .getByRole('radio', { name: /Beginner/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Evening' }).click();
  const save = dialog(page).getByRole('button', { name: 'Save and find people' });
  const [onOneLine, skip] = [
    await save.boundingBox(),
    await dialog(page).getByRole('button', { name: 'Skip for now' }).boundingBox(),
  ];
  expect(onOneLine?.height).toBe(skip?.height);
  await save.click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
  await expect(page.getByRole('button', { name: 'Get better matches' })).toBeHidden();
  await expect(page.getByText('Iron Harbour Fremantle').first()).toBeVisible();
  expect(registrations).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingInvite'))).toBeNull();
});

test('keeps the form after a detour and links a taken email to sign-in', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/register');
  const { email } = accountOf('ben');
  await fillIn(page, email, 'Ben');
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await goBack(page);
  await expect(page.getByLabel('First name')).toHaveValue('Ben');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(secret);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('short');
  await createAccount(page).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Confirm password').fill(secret);
  await createAccount(page).click();
  await expect(page.getByRole('alert')).toContainText('An account with this email already exists.');
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('registers without an invite and joins a gym later', async ({ page }) => {
  await page.goto('/register');
  await fillIn(page, newAddress(), 'Lou');
  await createAccount(page).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Join your gym' })).toBeVisible();
  await page.getByLabel('Invite code').fill('nightshift');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('Night Shift Shoreditch').first()).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test("makes friends through a friend's link and registers a stranger", { tag: '@desktop' }, async ({
  page,
  newMember,
  tokensOf,
  signInAs,
  request,
}) => {
  const host = await newMember();
  const { access_token } = await tokensOf(host);
  const headers = { Authorization: `Bearer ${access_token}` };
  const generated = await request.post('/api/v1/platform-invite/generate/', { headers, data: {} });
  const { code } = await generated.json();
  await page.goto(`/invite/${code}`);
  await expect(page.getByRole('heading', { name: /Noor.* wants to train with you/ })).toBeVisible();
  await expect(page.getByText('Iron Harbour Barangaroo')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(page.getByText(/Noor.* invited you/)).toBeVisible();
  await fillIn(page, newAddress(), 'Toni');
  await createAccount(page).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByText('Iron Harbour Barangaroo').first()).toBeVisible();
  await visit(page, `/i/friend/${code}`);
  await expect(page.getByText("You're already friends!")).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  // A signed-in visitor connects with a tap; others are connected after signing in.
  const second = await newMember();
  await signInAs(second);
  await page.goto(`/i/friend/${code}`);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText("You're now friends")).toBeVisible();
  const third = await newMember();
  await forgetSignIn(page);
  await page.goto(`/i/friend/${code}`);
  await signInInstead(page, third);
  await expect(page.getByText("You're now friends")).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);

  await signInAs(host);
  await page.goto(`/i/friend/${code}`);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText("You can't do this with yourself.")).toBeVisible();
});

test('registers a stranger through a shared session and opens it', async ({ page, tokensOf, request }) => {
  const session = await plan(request, await tokensOf('cleo'));
  const token = session.share_token;
  await page.goto(`/sessions/shared/${token}?ref=none`);
  await expect(page).toHaveURL(`/i/session/${token}?ref=none`);
  await expect(page.getByRole('heading', { name: session.title })).toBeVisible();
  await expect(page.getByText(`${session.duration_minutes} minutes`)).toBeVisible();
  await expect(
    page.getByText(`${session.current_participants}/${session.max_participants} participants`),
  ).toBeVisible();
  await expect(page.getByText(/^Hosted by/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByText(session.title)).toBeVisible();
  await fillIn(page, newAddress(), 'Sol');
  await createAccount(page).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(dialog(page).getByRole('heading', { name: session.title })).toBeVisible();
  await expect(dialog(page).getByText("You're in")).toBeVisible();
  // The session they came for is first, and then the questions, which may wait.
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'How do you train?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Skip for now' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Get better matches' })).toBeVisible();
  await visit(page, `/i/session/${token}`);
  await expect(page.getByText("You're already in this session!")).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('joins a shared session with a tap, or after signing in', { tag: ['@desktop', '@drill'] }, async ({
  page,
  tokensOf,
  signInAs,
  newMember,
  request,
}) => {
  const session = await plan(request, await tokensOf('ben'));
  const token = session.share_token;
  await signInAs(await newMember());
  await page.goto(`/i/session/${token}`);
  await page.getByRole('button', { name: 'Join Session' }).dblclick();
  await expect(dialog(page).getByRole('heading', { name: session.title })).toBeVisible();
  const other = await newMember();
  await forgetSignIn(page);
  await page.goto(`/i/session/${token}`);
  await signInInstead(page, other);
  await expect(dialog(page).getByRole('heading', { name: session.title })).toBeVisible();
});

test('says that a shared session is full', { tag: '@drill' }, async ({
  page,
  tokensOf,
  signInAs,
  newMember,
  request,
}) => {
  const full = await plan(request, await tokensOf(await newMember()), { max_participants: 2 });
  await call(request, await tokensOf(await newMember()), `/sessions/${full.id}/join/`, {});
  await signInAs(await newMember());
  const token = full.share_token;
  await page.goto(`/i/session/${token}`);
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expect(page.getByText('Session is full')).toBeVisible();
});

test('proposes another time for a shared session', { tag: ['@desktop', '@drill'] }, async ({
  page,
  tokensOf,
  newMember,
  request,
}) => {
  const session = await plan(request, await tokensOf(await newMember()), { max_participants: 2 });
  await call(request, await tokensOf(await newMember()), `/sessions/${session.id}/join/`, {});
  const reader = await newMember();
  await page.goto(`/i/session/${session.share_token}`);
  await signInInstead(page, reader);
  // Full before and after sign-in, so only another time is possible.
  await expect(page).toHaveURL(/\/app\/session-join$/);
  await expect(page.getByRole('heading', { name: 'Propose another time' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Propose this time' })).toBeDisabled();
  await page.getByRole('radio', { name: '+1 h' }).check();
  await expect(page.getByText("The gym's open and you're free.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Propose this time' }).click();
  await expect(page.getByText('Proposal sent')).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: session.title })).toBeVisible();
});

test("adds a user without a gym to a friend's gym", async ({ page, tokensOf, signInAs, newLoner, request }) => {
  const { referrer_code } = await call(request, await tokensOf('cleo'), '/platform-invite/generate/', {});
  await signInAs(await newLoner());
  await page.goto(`/i/friend/${referrer_code}`);
  const accepting = page.waitForURL(/\/app\/platform-invite$/);
  await page.getByRole('button', { name: 'Connect' }).click();
  await accepting;
  await expect(page.getByText("You're now friends")).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('rejects an invalid invite and links home', { tag: '@desktop' }, async ({ page, faults }) => {
  faults.expected.push(/Failed to load resource/);
  await page.goto('/login');
  // No two titles in a row are alike, so that none is that of the page before.
  for (const [path, title] of [
    ['/i/org/', 'Invalid invite link'],
    ['/i/org/WINTER-25', 'Invalid or expired invite code.'],
    ['/join/', 'Invalid invite link'],
    ['/i/org/OLD-FLYER', 'Invalid or expired invite code.'],
    ['/i/friend/nobody-has-this', /Invalid friend invite\.|This invite link is invalid or has expired/],
    ['/i/party/x', 'Invalid invite link'],
    ['/i/org/COACH-GUEST', 'Invalid or expired invite code.'],
    ['/i/session/no-such-token', /Session not found or link has expired\.|This invite link is invalid or has expired/],
  ] as const) {
    await goInApp(page, path);
    await expect(page.getByRole('heading', { name: title }), path).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  }
  await page.route('**/api/v1/invite-codes/validate/', (route) => route.fulfill({ status: 500, body: '' }));
  await goInApp(page, '/i/org/IRONHARBOUR');
  await expect(page.getByRole('heading', { name: 'Unable to validate invite' })).toBeVisible();
  await page.unroute('**/api/v1/invite-codes/validate/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /Join Up/ })).toBeVisible();
});
