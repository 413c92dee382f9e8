import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hearInstallPrompt } from '#platform/pwa/install-prompt.ts';
import { clearLocalStorage } from '#platform/theme/last-organization.ts';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import InstallOffer from './install-offer.tsx';

const DAY = 86_400_000;

beforeAll(hearInstallPrompt);
beforeEach(() => {
  signIn(
    () => person({ id: 'ana' }),
    () => undefined,
  );
  be({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

type Device = { standalone?: boolean; agent?: string; installed?: boolean; wide?: boolean };

function be({ standalone, agent = '', installed = false, wide = false }: Device) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('display-mode') ? installed : wide,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal('navigator', {
    userAgent: agent,
    language: 'en-AU',
    onLine: true,
    ...(standalone !== undefined && { standalone }),
  });
}

/** A tab of its own. */
function openTab() {
  sessionStorage.clear();
  return renderAt(
    '/app',
    <Route
      path="/app"
      element={
        <SignedIn>
          here
          <InstallOffer />
        </SignedIn>
      }
    />,
  );
}
const offer = () => screen.queryByRole('region', { name: 'Install the app' });

/** As if the last tab was hours ago. */
function visit() {
  const kept = JSON.parse(localStorage.getItem('install-offer') ?? 'null');
  if (kept) localStorage.setItem('install-offer', JSON.stringify({ ...kept, seenAt: Date.now() - DAY / 8 }));
  return openTab();
}

async function secondVisit() {
  const { unmount } = visit();
  await screen.findByText('here');
  expect(offer()).toBeNull();
  unmount();
  return visit();
}

test('shows an iPhone the steps of its share sheet from the second visit on', async () => {
  be({ standalone: false });
  await secondVisit();
  await userEvent.click(await screen.findByRole('button', { name: 'Show me how' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tap the Share button in your browser.',
    'Choose Add to Home Screen.',
    'Tap Add.',
  ]);
});

test('takes a second tab for the same visit', async () => {
  be({ standalone: false });
  openTab();
  openTab();
  await waitFor(() => expect(screen.getAllByText('here')).toHaveLength(2));
  expect(offer()).toBeNull();
});

test('stays away for 90 days when it was turned down, also after signing out', async () => {
  be({ standalone: false });
  const { unmount } = await secondVisit();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(offer()).toBeNull();
  unmount();
  const tokens = { access_token: 'access', refresh_token: 'refresh' };
  clearLocalStorage();
  for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
  vi.useFakeTimers({ now: Date.now() + 89 * DAY, toFake: ['Date'] });
  const later = visit();
  await screen.findByText('here');
  expect(offer()).toBeNull();
  later.unmount();
  vi.setSystemTime(Date.now() + 2 * DAY);
  visit();
  await waitFor(() => expect(offer()).not.toBeNull());
});

test('never shows inside the installed app, or where a browser has no way to install', async () => {
  for (const device of [{ standalone: true }, { installed: true, agent: 'Android' }, { agent: 'Firefox' }]) {
    be(device);
    const { unmount } = await secondVisit();
    await screen.findByText('here');
    expect(offer()).toBeNull();
    unmount();
    localStorage.removeItem('install-offer');
  }
});

test("asks with the browser's own question where there is one, and hears the answer", async () => {
  be({ agent: 'Android' });
  await secondVisit();
  await screen.findByRole('button', { name: 'Show me how' });
  const prompt = vi.fn(async () => ({ outcome: 'dismissed' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Add to home screen' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(offer()).toBeNull());
  expect(JSON.parse(localStorage.getItem('install-offer') ?? '{}').quietUntil).toBeGreaterThan(Date.now());
});
