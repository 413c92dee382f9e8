import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { expect, test } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { SessionMenu } from './session-menu.tsx';

const nothing = () => {};
const ahead = { utc: '2099-11-17T18:00:00.000Z', local: '', timezone: 'UTC', relative: 'later' };

async function show(over: Partial<SessionDetail>) {
  signIn(person, () => undefined);
  const session = sessionDetail({ start_time: ahead, end_time: ahead, ...over });
  const menu = <SessionMenu session={session} onShare={nothing} onEdit={nothing} onDuplicate={nothing} />;
  renderAt('/here', <Route path="/here" element={<SignedIn>{menu}</SignedIn>} />);
  await screen.findByRole('button', { name: 'More' });
  return screen.queryByRole('button', { name: 'Share' });
}

test.each([
  ['everyone at the gym', {}, true],
  ['its participants', { invite_only: true, is_participant: true }, true],
  ['a member who is invited', { invite_only: true, can_decline: true }, true],
  ['no manager who is not part of it', { invite_only: true, can_edit: true, can_cancel: true }, false],
])('offers sharing to %s', async (_, over, isOffered) => {
  expect((await show(over)) !== null).toBe(isOffered);
});
