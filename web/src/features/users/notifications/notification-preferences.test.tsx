import { switchableKinds } from '@spotter/contract/notification-kinds.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useLogin } from '#platform/login/use-login.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useOutbox } from '#platform/outbox/use-outbox.ts';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { userKeys } from '../users.queries.ts';
import { NotificationPreferences } from './notification-preferences.tsx';

afterEach(() => {
  outbox.stop();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function Page() {
  useOutbox(useLogin().user?.id);
  return <NotificationPreferences />;
}

const on = { in_app: true, push: true, email: false };
const preferences = {
  notifications: Object.fromEntries(switchableKinds.map((kind) => [kind, on])),
  quiet_hours: { enabled: true, from: '22:00', until: '07:00' },
  digest_time: '07:00',
  weekly_mail: true,
  push_key: 'key',
};

test('keeps a choice on the screen that waits while the server is asked again, until it is removed', async () => {
  signIn(
    () => person(),
    ({ method, path }) => {
      if (path !== '/users/me/preferences/') return undefined;
      return method === 'GET'
        ? Response.json(preferences)
        : Response.json({ error: 'Busy', code: 'x' }, { status: 503 });
    },
  );
  const page = (
    <SignedIn>
      <Page />
    </SignedIn>
  );
  const { queryClient } = renderAt('/here', <Route path="/here" element={page} />);
  const news = await screen.findByRole<HTMLInputElement>('switch', { name: /^Your gym/ });
  fireEvent.click(news);
  await waitFor(() => expect(outbox.read().map(({ state }) => state)).toEqual(['waiting']));
  expect(news.checked).toBe(false);
  // The live stream says that something about the member has changed.
  await act(() => queryClient.invalidateQueries({ queryKey: userKeys.preferences }));
  expect(news.checked).toBe(false);
  act(() => outbox.remove(outbox.read()[0]?.id ?? ''));
  await waitFor(() => expect(news.checked).toBe(true));
});
