import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, Route, useNavigate } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { demoExpiry, demoFlag } from '#features/demo/demo-storage.ts';
import { Authenticated, GuestOnly } from '#routes/guards/guarded.tsx';
import { Background } from '#routes/shells/background.tsx';
import { answerWith, gymConfig, person, signedInAs } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { LoginPage } from './login-page.tsx';

const user = userEvent.setup();

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  localStorage.clear();
  sessionStorage.clear();
});

const open = (query = '') =>
  renderAt(
    `/login${query}`,
    <Route element={<GuestOnly />}>
      <Route path="/login" element={<LoginPage />} />
    </Route>,
  );

async function signIn() {
  await user.type(await screen.findByLabelText('Email'), 'ana@ironharbour.example');
  await user.type(screen.getByLabelText('Password'), 'a good password');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

const arrivedAt = async (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));

test('continues when the person signs in in another tab', async () => {
  answerWith(({ path }) => (path === '/users/me/' ? Response.json(person()) : Response.json(gymConfig)));
  open();
  await screen.findByRole('heading', { name: 'Sign in to Spotter' });
  // The page listens to other tabs once its effects have run.
  await act(async () => {});
  localStorage.setItem('access_token', 'access');
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'access_token' }));
  await arrivedAt('/app');
});

test('a visitor whose demo was ended reads so, and can make it theirs, start again or sign in', async () => {
  answerWith(() => undefined);
  // Its hour is not over: an operator ended it.
  demoFlag.write('true');
  demoExpiry.write(new Date(Date.now() + 3_600_000).toISOString());
  open();
  await screen.findByRole('heading', { name: 'This demo has ended.' });
  expect(screen.getByRole('link', { name: 'Make it yours' }).getAttribute('href')).toBe('/register/gym');
  expect(screen.getByRole('link', { name: 'Start a new demo' }).getAttribute('href')).toBe('/demo');
  await user.click(screen.getByRole('button', { name: 'Sign in instead' }));
  await screen.findByRole('heading', { name: 'Sign in to Spotter' });
  expect(demoFlag.read()).toBeNull();
});

test('says what happens after asking for a new password, and sends another link on request', async () => {
  const requests = answerWith(() => new Response(null, { status: 202 }));
  open('?forgot=true&email=ana@ironharbour.example');
  await user.click(await screen.findByRole('button', { name: 'Send reset link' }));
  await screen.findByRole('heading', { name: 'Check your inbox' });
  expect(screen.queryByText(/Forgot your password|Enter your email/)).toBeNull();
  const steps = screen.getByRole('list', { name: 'What happens next' });
  expect(steps.textContent).toContain('every other device is signed out');
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@ironharbour.example');
  expect(requests.filter(({ path }) => path === '/auth/password-reset/')).toHaveLength(1);
});

describe('the form', () => {
  test('names missing fields and sends nothing', async () => {
    const requests = answerWith(() => undefined);
    open();
    expect(await screen.findByRole('heading', { name: 'Sign in to Spotter' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'ana@nowhere');
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(requests.filter(({ path }) => path === '/auth/login/')).toHaveLength(0);
  });

  test("shows the server's error, else its own", async () => {
    let answer = Response.json({ error: 'Incorrect email or password.' }, { status: 401 });
    answerWith(({ path }) => (path === '/auth/login/' ? answer : undefined));
    open();
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.');
    answer = new Response('<h1>Bad gateway</h1>', { status: 502 });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Failed to login. Please try again.')).toBeTruthy();
  });

  test('offers a mailed link when sign-in asks to wait', async () => {
    const slow = { error: 'Too many attempts.', code: 'too_many_requests' };
    answerWith(({ path }) => (path === '/auth/login/' ? Response.json(slow, { status: 429 }) : undefined));
    open();
    await signIn();
    await user.click(await screen.findByRole('button', { name: 'Email me a link' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@ironharbour.example');
  });

  test('says that a link is on its way after a password from staff', async () => {
    const refused = { error: "We've emailed you a link to choose your own password.", code: 'password_link_sent' };
    answerWith(({ path }) => (path === '/auth/login/' ? Response.json(refused, { status: 403 }) : undefined));
    open();
    await signIn();
    expect((await screen.findByRole('status')).textContent).toContain(
      'ana@ironharbour.example a link to choose your own',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@ironharbour.example');
  });

  test('asks for the address of a new link with forgot=true', async () => {
    answerWith(() => undefined);
    open('?forgot=true&email=ben@ironharbour.example');
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ben@ironharbour.example');
  });

  test('asks for the setup code with setup=true', async () => {
    answerWith(() => undefined);
    open('?setup=true&email=olga@ironharbour.example');
    expect(await screen.findByRole('heading', { name: 'Complete Account Setup' })).toBeTruthy();
    expect(screen.getByText('Enter the setup code from your welcome email')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('olga@ironharbour.example');
    expect(screen.getByLabelText<HTMLInputElement>('Setup code').placeholder).toMatch(/^[A-Z]+-\d{4}-[A-Z]+$/);
    await user.click(screen.getByRole('button', { name: 'Complete setup' }));
    expect(screen.getByText('Setup code is required')).toBeTruthy();
  });
});

test('makes no call that the server refuses until the user has a password of their own', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  const requests = answerWith(({ path }) =>
    path === '/auth/login/' ? signedInAs(person({ must_change_password: true })) : undefined,
  );
  renderAt(
    '/login',
    <Route
      element={
        <>
          <Outlet />
          <Background />
        </>
      }
    >
      <Route element={<GuestOnly />}>
        <Route path="/login" element={<LoginPage />} />
      </Route>
      <Route element={<Authenticated />}>
        <Route path="/app" element={<h1>Home</h1>} />
      </Route>
    </Route>,
  );
  await signIn();
  await screen.findByRole('heading', { name: 'Choose your password' });
  await user.type(screen.getByLabelText('New password'), 'short');
  const calls = new Set(requests.map(({ path }) => path));
  expect([...calls]).toEqual(['/auth/methods/', '/auth/login/']);
});

describe('after signing in', () => {
  const rows: [name: string, stored: Record<string, unknown>, role: string, path: string][] = [
    ['a session invite', { pendingInvite: { type: 'session', code: 'tok' } }, 'regular_user', '/app/session-share'],
    ['a friend invite', { pendingInvite: { type: 'friend', code: 'F1' } }, 'regular_user', '/app/friend-invite'],
    ['a pending session', { pendingSession: { sessionId: 's1' } }, 'regular_user', '/app/session-join'],
    ['a super admin', {}, 'super_admin', '/super-admin/organizations'],
    ['an owner', {}, 'org_admin', '/admin'],
    ['a member', {}, 'regular_user', '/app'],
  ];
  test.each(rows)('%s', async (_name, stored, role, path) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, JSON.stringify(value));
    answerWith(({ path: called }) => (called === '/auth/login/' ? signedInAs(person({ role })) : undefined));
    open();
    await signIn();
    await arrivedAt(path);
    expect(localStorage.getItem('access_token')).toBe('access');
    expect(sessionStorage.getItem('pendingShareToken')).toBe(path === '/app/session-share' ? 'tok' : null);
  });

  test('sends a signed-in user home, past a pending invite', async () => {
    localStorage.setItem('access_token', 'access');
    sessionStorage.setItem('pendingInvite', JSON.stringify({ type: 'session', code: 'tok' }));
    answerWith(({ path }) => {
      if (path === '/users/me/') return Response.json(person({ role: 'gym_admin' }));
      return undefined;
    });
    open();
    await arrivedAt('/admin');
  });

  test('uses the home that a provider asked for once', async () => {
    sessionStorage.setItem('homeAfterSignIn', '/onboarding');
    answerWith(({ path }) => (path === '/auth/login/' ? signedInAs(person({ role: 'org_admin' })) : undefined));
    const { unmount } = open();
    await signIn();
    await arrivedAt('/onboarding');
    unmount();
    localStorage.clear();
    open();
    await signIn();
    await arrivedAt('/admin');
  });

  test('stores link_google=true and opens the profile after sign-in', async () => {
    answerWith(({ path }) => (path === '/auth/login/' ? signedInAs(person({ role: 'org_admin' })) : undefined));
    open('?link_google=true');
    expect(await screen.findByText('Sign in with your password to link your Google account.')).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem('link_google')).toBe('true'));
    await signIn();
    await arrivedAt('/app');
    expect(screen.getByLabelText('modals').textContent).toContain('"link":"google"');
    expect(sessionStorage.getItem('link_google')).toBeNull();
  });

  test('opens the profile for link_google=true when already signed in', async () => {
    localStorage.setItem('access_token', 'access');
    answerWith(({ path }) => (path === '/users/me/' ? Response.json(person()) : undefined));
    open('?link_google=true');
    await arrivedAt('/app');
    expect(screen.getByLabelText('modals').textContent).toContain('"link":"google"');
  });
});

describe('the brand of the sign-in page', () => {
  const iron = '0190a000-0000-7000-8000-00000000000a';
  const theme = { organization_id: iron, organization_name: 'Iron Harbour', theme: {} };
  const answer = () =>
    answerWith(({ path }) => (path === `/organizations/${iron}/theme/` ? Response.json(theme) : undefined));

  test('is the gym this device was last signed in to', async () => {
    localStorage.setItem('last_organization', JSON.stringify({ id: iron, name: 'Iron Harbour', theme: {} }));
    answer();
    open();
    expect(await screen.findByRole('heading', { name: 'Sign in to Iron Harbour' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Sign in to Iron Harbour · Iron Harbour'));
  });

  test('is the gym named in the address, which is remembered', async () => {
    answer();
    open(`?org=${iron}`);
    expect(await screen.findByRole('heading', { name: 'Sign in to Iron Harbour' })).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('last_organization')).toContain(iron));
  });

  test('is our own for an unknown organization', async () => {
    answer();
    open('?org=0190a000-0000-7000-8000-00000000000b');
    expect(await screen.findByRole('heading', { name: 'Sign in to Spotter' })).toBeTruthy();
    expect(localStorage.getItem('last_organization')).toBeNull();
  });
});

describe('join with an invite code', () => {
  async function openInvite() {
    open();
    await user.click(await screen.findByRole('button', { name: 'Have an invite code?' }));
    expect(screen.getByRole('heading', { name: 'Join with Invite Code' })).toBeTruthy();
  }

  test('upper-cases the code, stops at 20 characters and stays disabled while blank', async () => {
    answerWith(() => undefined);
    await openInvite();
    const join = screen.getByRole<HTMLButtonElement>('button', { name: 'Join' });
    expect(join.disabled).toBe(true);
    await user.type(screen.getByLabelText('Invite code'), 'iron-harbour -2026-and-more');
    expect(screen.getByLabelText<HTMLInputElement>('Invite code').value).toBe('IRON-HARBOUR-2026-AN');
    expect(join.disabled).toBe(false);
    expect(screen.getByRole('link', { name: 'Request your gym' }).getAttribute('href')).toBe('/nominate');
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByRole('heading', { name: 'Sign in to Spotter' })).toBeTruthy();
  });

  test('is a step of the history, so Back leads to the sign-in and not off the page', async () => {
    const BrowserBack = () => {
      const navigate = useNavigate();
      return (
        <button type="button" onClick={() => navigate(-1)}>
          Browser back
        </button>
      );
    };
    answerWith(() => undefined);
    renderAt('/login', <Route path="/login" element={[<LoginPage key="page" />, <BrowserBack key="back" />]} />);
    await user.click(await screen.findByRole('button', { name: 'Have an invite code?' }));
    await screen.findByRole('heading', { name: 'Join with Invite Code' });
    await user.click(screen.getByRole('button', { name: 'Browser back' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Spotter' })).toBeTruthy();
  });

  test('reports an invalid code', async () => {
    answerWith(({ path }) => (path === '/invite-codes/validate/' ? Response.json({ valid: false }) : undefined));
    await openInvite();
    await user.type(screen.getByLabelText('Invite code'), 'OLD');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Invalid or expired invite code.')).toBeTruthy();
  });

  test('keeps a valid code for registration', async () => {
    answerWith(({ path }) =>
      path === '/invite-codes/validate/'
        ? Response.json({
            valid: true,
            organization_id: 'o1',
            organization_name: 'Iron Harbour',
            gyms: [{ id: 'g1', name: 'Barangaroo' }],
          })
        : undefined,
    );
    await openInvite();
    await user.type(screen.getByLabelText('Invite code'), 'iron26');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await arrivedAt('/register');
    expect(JSON.parse(sessionStorage.getItem('pendingInvite') ?? '{}')).toMatchObject({
      type: 'org',
      code: 'IRON26',
      organizationName: 'Iron Harbour',
      gymOptions: [{ id: 'g1', name: 'Barangaroo' }],
    });
  });
});
