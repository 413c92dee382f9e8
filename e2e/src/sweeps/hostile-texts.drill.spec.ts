import type { APIRequestContext, Page } from '@playwright/test';
import { expect, forgetSignIn, newAddress, storeTokens, test, visit } from '../fixtures.ts';

/** Short enough for a name; breaks out of attributes, tags and templates. */
const markup = '"\'><img src=x onerror=ran()>';
const longMarkup = `${markup}</textarea></title><script>ran()</script><svg onload=ran()><a href="javascript:ran()">tap</a>\${ran()}{{ran()}}`;
const link = 'javascript:ran()//https://ok.example';
const password = 'granite and chalk';

/** What may never come of a text: a script that runs, a dialog, a refusal by the browser's policy, or an element. */
type Trace = { ran: number; refused: string[] };
declare global {
  interface Window {
    trace: Trace;
    ran(): void;
  }
}

async function watch(page: Page): Promise<{ dialogs: string[] }> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    window.trace = { ran: 0, refused: [] };
    window.ran = () => {
      window.trace.ran += 1;
    };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.trace.refused.push([violatedDirective, blockedURI, sample].join(' ')),
    );
  });
  return { dialogs };
}

const strange = [
  'img[src="x"]',
  '[onerror], [onload], [onclick], [onfocus], [onmouseover]',
  'a[href^="javascript:" i], form[action^="javascript:" i], iframe[src^="javascript:" i]',
  'svg > a, base[href^="http"], object, embed',
].join(', ');

/** Checks what the page has made of the texts, once they are on it. */
async function expectOnlyText(page: Page, shown?: string): Promise<void> {
  if (shown !== undefined)
    await expect
      .poll(() => page.evaluate((text) => document.body.innerText.includes(text), shown), page.url())
      .toBe(true);
  const found = await whatIsOn(page);
  expect({ at: page.url(), ...found }).toEqual({ at: page.url(), ran: 0, refused: [], elements: [] });
}

/** Some addresses lead to another page, which may happen while this one is looked at. */
async function whatIsOn(page: Page): Promise<object> {
  try {
    return await page.evaluate((selector) => {
      const scripts = [...document.scripts].filter(({ text }) => text.includes('ran()'));
      const elements = [...document.querySelectorAll(selector), ...scripts].map((element) => element.outerHTML);
      return { ...window.trace, elements };
    }, strange);
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    await page.waitForLoadState();
    return whatIsOn(page);
  }
}

/** Calls of one account, or of a visitor. */
function callsOf(request: APIRequestContext, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return async (method: string, path: string, data: object = {}) => {
    const options = method === 'GET' ? {} : { data };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...options });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? null : answer.json();
  };
}

type MailTo = (email: string, kind?: RegExp) => Promise<string>;

/** An organization of its own, in which every text is hostile. */
async function hostileGym(request: APIRequestContext, mailTo: MailTo) {
  const visitor = callsOf(request);
  const email = newAddress('owner');
  const signIn = async (account: { email: string; password: string }) => {
    const { access_token, refresh_token } = await visitor('POST', '/auth/login/', account);
    return { tokens: { access_token, refresh_token }, call: callsOf(request, access_token) };
  };
  await visitor('POST', '/gyms/register/', {
    organization_name: markup,
    business_type: 'single',
    country: 'AU',
    business_phone: '+61 2 5550 0000',
    business_email: email,
    estimated_members: '0-50',
    location_name: markup,
    business_address: longMarkup,
    gym_timezone: 'Australia/Sydney',
    owner_first_name: markup,
    owner_last_name: markup,
    owner_email: email,
    terms_agreed: true,
  });
  const code = /\b[A-Z]+-20\d\d-[A-Z]+\b/.exec(await mailTo(email, /welcome|setup/))?.[0] ?? '';
  const { call: firstCall } = await signIn({ email, password: code });
  await firstCall('POST', '/users/me/change-password/', { new_password: password });
  const owner = await signIn({ email, password });
  const location = { location_name: markup, location_address: longMarkup, timezone: 'Australia/Sydney' };
  const wizard = { business_type: 'single', ...location };
  await owner.call('POST', '/users/me/complete-onboarding/', wizard);
  const { organization, accessible_gyms, id: ownerId } = await owner.call('GET', '/users/me/');
  const gymId = accessible_gyms[0].id as string;

  const invite = await owner.call('POST', '/gyms/invite-codes/', { label: markup, gym_id: gymId });
  const memberEmail = newAddress('member');
  await visitor('POST', '/members/register-with-invite/', {
    email: memberEmail,
    password,
    password_confirm: password,
    first_name: markup,
    last_name: markup,
    invite_type: 'org',
    invite_code: invite.code,
    gym_id: gymId,
  });
  const digits = /\b\d{6}\b/.exec(await mailTo(memberEmail, /verif|code/))?.[0] ?? '';
  const member = await signIn({ email: memberEmail, password });
  await member.call('POST', '/auth/verify-email-code/', { code: digits });
  await member.call('POST', '/users/me/complete-onboarding/', wizard);
  const me = await member.call('PUT', '/users/me/', { bio: longMarkup, goals: [markup] });

  return { owner, member, organizationId: organization.id as string, ownerId, gymId, invite, me, memberEmail };
}

type Gym = Awaited<ReturnType<typeof hostileGym>>;

/** Every text that a member, an owner or a visitor can write. */
async function writeEverywhere(request: APIRequestContext, gym: Gym) {
  const { owner, member, organizationId, gymId, ownerId, me } = gym;
  const friendship = await member.call('POST', '/friends/', {
    receiver_id: ownerId,
    message: longMarkup.slice(0, 300),
  });
  await owner.call('POST', `/friends/${friendship.id}/accept/`);
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const types = [{ name: markup, kind: 'strength' }];
  await owner.call('PUT', `/organizations/${organizationId}/session-types/`, { session_types: types });
  const session = await member.call('POST', '/sessions/', {
    title: markup,
    description: longMarkup,
    workout_type: 'strength',
    gym_id: gymId,
    start_time: `${day}T12:00`,
    guests_per_member: 1,
    invited_user_ids: [ownerId],
  });
  await owner.call('POST', `/sessions/${session.id}/join/`);
  await member.call('PUT', `/sessions/${session.id}/guests/`, { first_names: [markup.slice(0, 20)] });
  await member.call('POST', `/sessions/${session.id}/messages/`, { content: longMarkup });
  await owner.call('POST', `/sessions/${session.id}/proposals/`, {
    proposed_time: `${day}T04:00:00Z`,
    message: markup,
  });
  const chat = await member.call('POST', '/conversations/direct/', { user_id: ownerId });
  await member.call('POST', `/conversations/${chat.id}/send_message/`, { content: longMarkup });
  const sent = await member.call('POST', `/conversations/${chat.id}/send_message/`, { content: link });
  const group = await member.call('POST', '/conversations/group/', { name: markup, user_ids: [ownerId] });
  await member.call('POST', `/conversations/${group.id}/send_message/`, { content: longMarkup });
  await owner.call('POST', '/reports/', { kind: 'message', id: sent.id, reason: 'other', note: longMarkup });
  await owner.call('POST', `/admin/users/${me.id}/notes/`, { text: longMarkup });
  const announcement = await owner.call('POST', '/admin/announcements/', { title: markup, body: longMarkup });
  const holiday = { from: '2027-12-25', to: '2027-12-25', reason: markup, closed: true };
  const inOrganization = `/organizations/${organizationId}`;
  await owner.call('POST', `${inOrganization}/schedule-overrides/`, { gym_ids: [gymId], override: holiday });
  const { theme } = await owner.call('GET', `${inOrganization}/theme/`);
  await owner.call('POST', `${inOrganization}/saved-themes/`, { name: markup, theme });
  await callsOf(request)('POST', '/gyms/nominations/', {
    nominator_first_name: markup,
    nominator_email: newAddress('nominator'),
    gym_name: markup,
    gym_address: markup,
    comments: longMarkup,
  });
  return { session, chat, group, announcement };
}

test('shows what people wrote as text, whatever it is', { tag: '@own-window' }, async ({
  page,
  request,
  mailTo,
  tokensOf,
  faults,
}) => {
  const gym = await hostileGym(request, mailTo);
  const { session, chat, group, announcement } = await writeEverywhere(request, gym);
  const { dialogs } = await watch(page);

  await test.step('refuses addresses that run', async () => {
    const headers = { authorization: `Bearer ${gym.owner.tokens.access_token}` };
    const put = (path: string, data: object) => request.fetch(`/api/v1${path}`, { method: 'PUT', headers, data });
    for (const address of [link, 'data:text/html,<script>ran()</script>', ' javascript:ran()']) {
      const answer = await put(`/gyms/${gym.gymId}/`, { website: address });
      expect([address, answer.status()]).toEqual([address, 400]);
    }
  });

  const look = async (paths: readonly (string | [string, string])[]) => {
    for (const path of paths) {
      const [to, shown] = typeof path === 'string' ? [path] : path;
      // A window over the app opens on the way in.
      if (to.includes('?open=')) await page.goto(to);
      else await visit(page, to);
      await expectOnlyText(page, shown);
    }
  };

  await test.step('to a member', async () => {
    await page.goto('/healthz');
    await storeTokens(page, gym.owner.tokens);
    await page.goto('/app');
    await look([
      ['/app', markup],
      ['/app/calendar', markup],
      [`/app/sessions/${session.id}`, longMarkup],
      ['/app?open=friends', markup],
      ['/app?open=messages', markup],
      [`/app?open=messages&id=${chat.id}`, longMarkup],
      [`/app?open=messages&id=${group.id}`, longMarkup],
      ['/app?open=notifications', markup],
      [`/app?open=member&id=${gym.me.id}`, markup],
      [`/app?open=announcement&id=${announcement.id}`, longMarkup],
      '/app?open=profile',
    ]);
  });

  await test.step('to the owner', async () => {
    const root = `/admin/organizations/${gym.organizationId}`;
    await look([
      [`${root}/dashboard`, markup],
      [`${root}/users`, markup],
      [`${root}/users/${gym.me.id}`, longMarkup],
      [`${root}/gyms`, markup],
      [`${root}/gyms/${gym.gymId}/hours`, markup],
      [`${root}/invite-codes`, markup],
      [`${root}/announcements`, markup],
      [`${root}/reports`, markup],
      [`${root}/audit-log`, markup],
      `${root}/session-types`,
      `${root}/theme`,
      `${root}/moving`,
    ]);
  });

  await test.step('to a super admin', async () => {
    await page.goto('/healthz');
    await storeTokens(page, await tokensOf('sam'));
    await page.goto('/super-admin/organizations');
    await expectOnlyText(page, markup);
    const { access_token } = await tokensOf('sam');
    const emulation = { organization_id: gym.organizationId };
    const inside = await callsOf(request, access_token)('POST', '/auth/emulate/', emulation);
    await page.evaluate((token) => localStorage.setItem('access_token', token), inside.access_token ?? inside.access);
    await page.goto('/admin');
    await expectOnlyText(page, markup);
  });

  await test.step('to a visitor, in addresses and in the heads for previews', async () => {
    await forgetSignIn(page);
    const hostile = encodeURIComponent(longMarkup);
    await page.goto(`/i/org/${gym.invite.code}?name=${hostile}#${hostile}`);
    await expectOnlyText(page, markup);
    for (const path of [
      `/i/org/${encodeURIComponent(markup)}`,
      `/login?setup=true&email=${hostile}`,
      `/login?next=${encodeURIComponent('javascript:ran()')}&redirect=//evil.example&error=${hostile}`,
      `/register?email=${hostile}&invite_code=${hostile}`,
      `/app/session-join?token=${hostile}`,
      `/nominate?gym=${hostile}`,
      `/${hostile}`,
    ]) {
      await page.goto(path);
      await expectOnlyText(page);
      expect(new URL(page.url()).origin).toBe(new URL(test.info().project.use.baseURL ?? '').origin);
    }
    // The last address is nobody's: the app leads home, and the next page must not be opened on the way.
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('in mails', async () => {
    const answer = await request.get('/dev/mail.json', { params: { to: gym.memberEmail } });
    const mails: { id: string }[] = await answer.json();
    expect(mails.length).toBeGreaterThan(0);
    await page.goto('/dev/mail');
    // Chromium may ask for the icon of a mail's page. The page is sandboxed, so its request counts as another site's and is refused.
    faults.expected.push(/ERR_BLOCKED_BY_RESPONSE\.NotSameOrigin/);
    await expectOnlyText(page);
    for (const { id } of mails) {
      await page.goto(`/dev/mail/${id}/html`);
      // Its own policy runs no script, not even the test's, so only its elements tell.
      expect(await page.locator(strange).count()).toBe(0);
    }
  });
  expect(dialogs).toEqual([]);
});
