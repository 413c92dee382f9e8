import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noAnswer } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { OfflineBar } from '#routes/shells/offline-bar.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { AskBeforeSignOut } from './ask-before-sign-out.tsx';
import { outbox } from './tab-outbox.ts';
import { useOutbox, useWrite } from './use-outbox.ts';
import type { Write } from './write.ts';
import '../../testing/patience.ts';

const sent: string[] = [];
let losesAnswers = false;
const note: Write<{ text: string }, string> = {
  name: 'sendMessage',
  scope: () => 'notes',
  words: ({ text }) => `Send “${text}”`,
  send: async ({ text }) => {
    sent.push(text);
    if (losesAnswers) throw noAnswer();
    return text;
  },
  failureText: "Couldn't send it.",
};
const mark: Write<object, unknown> = {
  name: 'markNotificationRead',
  scope: () => 'marks',
  words: () => 'Mark as read',
  isQuiet: true,
  send: async () => null,
  failureText: "Couldn't mark it.",
};

function Page() {
  const { user, signOut } = useLogin();
  useOutbox(user?.id);
  const write = useWrite(note);
  const read = useWrite(mark);
  return (
    <>
      <OfflineBar />
      <AskBeforeSignOut />
      <button type="button" onClick={() => void write({ text: `${outbox.read().length}` })}>
        Write
      </button>
      <button type="button" onClick={() => void read({})}>
        Read
      </button>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </>
  );
}

let onLine: { mockReturnValue(isOnline: boolean): unknown };
async function open() {
  const requests = signIn(
    () => person({ id: 'ana' }),
    () => undefined,
  );
  const page = (
    <SignedIn>
      <Page />
    </SignedIn>
  );
  renderAt('/here', <Route path="/here" element={page} />);
  return { requests, write: await screen.findByRole('button', { name: 'Write' }) };
}
const back = () => {
  onLine.mockReturnValue(true);
  return act(async () => window.dispatchEvent(new Event('online')));
};

beforeEach(() => {
  sent.length = 0;
  onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  losesAnswers = false;
  outbox.stop();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('counts what waits, and lists it in order to be removed or sent', async () => {
  const { write } = await open();
  for (let times = 0; times < 3; times++) fireEvent.click(write);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  fireEvent.click(await screen.findByRole('button', { name: '3 changes waiting' }));
  const list = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 8))).toEqual([
    'Send “0”',
    'Send “1”',
    'Send “2”',
  ]);
  fireEvent.click(list.getByRole('button', { name: 'Remove: Send “1”' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove this change?' }));
  fireEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  await back();
  await waitFor(() => expect(sent).toEqual(['0', '2']));
  expect(await list.findByText("Everything's been sent.")).toBeDefined();
});

test('asks before a sign-out that would delete what waits, but not about marks', async () => {
  const { requests, write } = await open();
  const isSignedOut = () => requests.some(({ path }) => path === '/auth/logout/');
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  fireEvent.click(write);
  await screen.findByRole('button', { name: '1 change waiting' });
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  const question = await screen.findByRole('dialog', { name: 'Sign out now?' });
  expect(question.textContent).toContain("1 change waiting to be sent. Signing out deletes what isn't sent.");
  fireEvent.click(within(question).getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([isSignedOut(), localStorage.getItem('access_token')]).toEqual([false, 'access']);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Sign out now?' })).getByRole('button', { name: 'Sign out' }),
  );
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull());
  await waitFor(() => expect(outbox.read()).toEqual([]));
});

test('asks about a change whose answer was lost a day ago, and sends it again if the member says so', async () => {
  onLine.mockReturnValue(true);
  losesAnswers = true;
  const { write } = await open();
  fireEvent.click(write);
  await screen.findByRole('button', { name: '1 change waiting' });
  losesAnswers = false;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  await back();
  fireEvent.click(await screen.findByRole('button', { name: '1 change to check' }));
  const list = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
  expect(list.getByRole('listitem').textContent).toContain("We can't tell if this was saved. Have a look first.");
  expect(sent).toEqual(['0']);
  fireEvent.click(list.getByRole('button', { name: 'Send again: Send “0”' }));
  await waitFor(() => expect(sent).toEqual(['0', '0']));
  expect(await list.findByText("Everything's been sent.")).toBeDefined();
});
