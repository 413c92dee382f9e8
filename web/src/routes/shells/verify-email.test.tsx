import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { GroupPicture } from '#features/conversations/groups/group-picture.tsx';
import { InviteFriends } from '#features/invites/friends/invite-friends.tsx';
import { ShareLink } from '#features/sessions/sharing/share-link.tsx';
import { AvatarEditor } from '#features/users/avatar/avatar-editor.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { AdminShell } from './admin-shell.tsx';

let me = person({ email_verified: false });
let answerCode: () => Response;
let requests: ReturnType<typeof signIn>;

beforeEach(() => {
  me = person({ email_verified: false });
  answerCode = () => {
    me = person({ email_verified: true });
    return Response.json(me);
  };
  requests = signIn(
    () => me,
    ({ path }) => {
      if (path === '/auth/verify-email-code/') return answerCode();
      if (path === '/platform-invite/generate/')
        return Response.json({ code: 'ana', referrer_code: 'ana', invite_url: 'https://train.example/i/friend/ana' });
      return Response.json({ count: 0, next: null, previous: null, results: [] });
    },
  );
});

const open = (screenOf: React.ReactNode) => renderAt('/', <Route path="/" element={<SignedIn>{screenOf}</SignedIn>} />);

const session = {
  id: 's1',
  title: 'Leg day',
  start_time: { utc: '2026-11-19T19:00:00Z' },
  gym: { timezone: 'Australia/Sydney' },
  invite_only: false,
  can_change_series: true,
};
const group = { id: 'g1', name: 'Dawn crew', picture_url: null, can_manage: true };

test.each([
  ['a photo of oneself', 'Verify your email to add a photo', () => <AvatarEditor user={me} />],
  [
    "a group's picture",
    'Verify your email to change the picture',
    () => <GroupPicture conversation={group as never} />,
  ],
  ['the personal link', 'Verify your email to invite friends', () => <InviteFriends gym="Barangaroo" />],
  ["a session's link", 'Verify your email to share a link', () => <ShareLink session={session} />],
])('%s says what it waits for, and asks the server for nothing', async (_name, title, screenOf) => {
  open(screenOf());
  await screen.findByText(title);
  expect(screen.queryByRole('button', { name: /change (?:photo|picture)/i })).toBeNull();
  expect(requests.filter(({ path }) => /platform-invite|share/.test(path))).toEqual([]);
});

test('the code is entered right there, and then the screen works', async () => {
  open(<InviteFriends gym="Barangaroo" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter code' }));
  await userEvent.type(screen.getByLabelText('Verification code'), '123456');
  await screen.findByText('Your personal link');
  expect(screen.queryByText('Verify your email to invite friends')).toBeNull();
});

test('a wrong code leaves the field ready for the next one', async () => {
  let focus: MockInstance | undefined;
  answerCode = () => {
    // A browser takes the focus from a disabled field; jsdom doesn't, so the test looks at the call.
    focus = vi.spyOn(document.activeElement as HTMLElement, 'focus');
    return Response.json(
      { error: 'Invalid verification code. Please try again.', code: 'verification_code_invalid', tries_left: 4 },
      { status: 400 },
    );
  };
  open(<InviteFriends gym="Barangaroo" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter code' }));
  await userEvent.type(screen.getByLabelText('Verification code'), '111111');
  await screen.findByText(/4 tries left/);
  await waitFor(() => expect(focus).toHaveBeenCalled());
});

test('every page of the admin area says what waits for it', async () => {
  Element.prototype.scrollIntoView = () => {};
  me = person({ email_verified: false, role: 'org_admin' });
  renderAt(
    '/admin',
    <Route element={<SignedInShell />}>
      <Route path="/admin" element={<p>The page</p>} />
    </Route>,
  );
  await screen.findByText('Verify your email to invite people, send announcements and upload images');
  screen.getByText('The page');
});

const SignedInShell = () => (
  <SignedIn>
    <AdminShell />
  </SignedIn>
);

test('a verified reader sees none of it', async () => {
  me = person({ email_verified: true });
  open(<AvatarEditor user={me} />);
  await screen.findByRole('button', { name: 'Change photo' });
  expect(screen.queryByText(/Verify your email/)).toBeNull();
});
