import { expect, test } from 'vitest';
import { keepInvite, type SharedSession } from './invite.ts';
import { pendingSession } from './pending-invite.ts';

const shared: SharedSession = {
  id: 'leg-day',
  title: 'Leg day',
  start_time: {
    utc: '2026-11-17T17:00:00.000Z',
    local: '2026-11-17T17:00:00+00:00',
    timezone: 'UTC',
    relative: 'soon',
  },
  duration: 60,
  session_duration_minutes: 60,
  description: '',
  workout_type: 'strength',
  session_types: [],
  current_participants: 9,
  participants_count: 9,
  max_participants: 10,
  available_spots: 1,
  creator: {
    id: 'ana',
    full_name: 'Ana',
    email: null,
    initials: 'AA',
    avatar_color: '#7c3aed',
    avatar_url: null,
    personal_share_code: null,
  },
  organization: { id: 'harbour', name: 'Iron Harbour' },
  gym: { id: 'barangaroo', name: 'Barangaroo' },
  user_is_participant: false,
  shared_by: null,
  participants: [],
};
const keep = (session: SharedSession) =>
  keepInvite({ type: 'session', code: 'token', referrerCode: undefined, session });

test('lets a visitor propose another time only when no spot is left for them', () => {
  keep(shared);
  expect(pendingSession.read()).toBeNull();
  // One spot is free, and owed to the waitlist.
  keep({ ...shared, available_spots: 0 });
  expect(pendingSession.read()).toMatchObject({ sessionId: 'leg-day', sessionFull: true });
});

test('joins the session when a server of the release before says nothing of its spots', () => {
  const { available_spots: _, ...before } = shared;
  keep(before as typeof shared);
  expect(pendingSession.read()).toBeNull();
});
