import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { nameOf } from '#platform/people/face.ts';
import { person } from '../../../testing/answers.ts';
import { testConversation, testMember } from '../../../testing/conversations.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import GroupDetails from './group-details.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const others = Array.from({ length: 12 }, (_, index) => testMember(`member${index}`));
const big = testConversation({
  type: 'group',
  name: 'Dawn crew',
  participants: [
    testMember('ana'),
    testMember('ben', { first_name: 'Ben Maximilian', last_name: 'Okafor-Webb' }),
    ...others,
  ],
});

function Info({ conversation = big }) {
  const [open, setOpen] = useState(true);
  return (
    <SignedIn>
      <button type="button" onClick={() => setOpen(true)}>
        Info
      </button>
      <GroupDetails open={open} conversation={conversation} onClose={() => setOpen(false)} onLeft={() => {}} />
    </SignedIn>
  );
}

test('finds a member by parts of their names, and shows everyone when opened again', async () => {
  signIn(
    () => person({ id: 'ana' }),
    () => Response.json({}),
  );
  renderAt('/here', <Route path="/here" element={<Info />} />);
  const members = () => within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
  const search = await screen.findByRole('searchbox', { name: 'Find a member' });
  await userEvent.type(search, 'ben webb');
  expect(members()).toHaveLength(1);
  expect(members()[0]?.textContent).toContain('Ben Maximilian Okafor-Webb');

  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Info' }));
  expect(await screen.findByRole('searchbox', { name: 'Find a member' })).toHaveProperty('value', '');
  expect(members()).toHaveLength(14);
});

test('sends two changes to a group one after the other, so that the last answer is the newest', async () => {
  const answers: (() => void)[] = [];
  const requests = signIn(
    () => person({ id: 'ana' }),
    ({ method }) =>
      method === 'POST'
        ? new Promise((answer) => answers.push(() => answer(Response.json(testConversation({ type: 'group' })))))
        : undefined,
  );
  const conversation = { ...big, participants: big.participants.slice(0, 3), can_manage: true };
  renderAt('/here', <Route path="/here" element={<Info conversation={conversation} />} />);
  const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  for (const name of ['Ben Maximilian Okafor-Webb', nameOf(testMember('member0'))]) {
    await userEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make admin' }));
  }
  expect(sent()).toEqual([{ user_ids: ['ben'] }]);
  answers[0]?.();
  await vi.waitFor(() => expect(sent()).toEqual([{ user_ids: ['ben'] }, { user_ids: ['member0'] }]));
});
