import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenProfileProvider } from '#platform/people/profile-link.tsx';
import { MemberProfile } from './member-profile.tsx';
import { commonInWords } from './profile.words.ts';
import type { Profile } from './profiles.queries.ts';

beforeEach(() => vi.stubGlobal('CSS', { supports: () => true }));

const profile = (more: Partial<Profile> = {}): Profile => ({
  ...{
    id: 'ben',
    first_name: 'Ben',
    last_name: 'Brandt',
    avatar_url: null,
    avatar_color: 'teal',
    role: 'regular_user',
  },
  ...{ fitness_level: 'advanced', bio: '', goals: ['Get stronger'], favourite_workouts: ['strength'] },
  ...{ preferred_times: ['morning', 'weekend'], not_shown: [], gyms: [{ id: 'g', name: 'Barangaroo' }] },
  ...{ friendship: 'none', friendship_id: null, friends_in_common: { count: 0, people: [] }, sessions_together: 0 },
  ...{ next_sessions: [], created_at: '2026-03-05T00:00:00.000Z' },
  ...more,
});
const show = (shown: Profile) => render(<MemberProfile profile={shown} actions={null} sessions={null} />);

describe('what two people have in common', () => {
  test.each([
    [0, 0, null],
    [1, 0, '1 mutual friend'],
    [3, 1, '3 mutual friends, trained together once'],
    [0, 6, 'Trained together 6 times'],
  ])('%i friends and %i sessions', (count, sessions_together, words) => {
    expect(commonInWords(profile({ friends_in_common: { count, people: [] }, sessions_together }))).toBe(words);
  });
});

test('says what and when somebody trains', () => {
  show(profile());
  expect(screen.getByText('Strength · morning, weekend')).toBeTruthy();
  expect(screen.getByText('Get stronger')).toBeTruthy();
  expect(screen.getByText('Advanced')).toBeTruthy();
});

test('names usual times in the order of the day, and leads to mutual friends', () => {
  const open = vi.fn();
  const jo = {
    id: 'jo',
    first_name: 'Jo',
    last_name: 'Ek',
    avatar_url: null,
    avatar_color: 'teal',
    fitness_level: null,
  };
  const shown = profile({ preferred_times: ['weekend', 'evening', 'midday'] });
  render(
    <OpenProfileProvider value={open}>
      <MemberProfile
        profile={{ ...shown, friends_in_common: { count: 1, people: [jo] } }}
        actions={null}
        sessions={null}
      />
    </OpenProfileProvider>,
  );
  expect(screen.getByText('Strength · midday, evening, weekend')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Jo Ek: profile' }));
  expect(open).toHaveBeenCalledWith('jo');
});

test('leaves out what is not shown, without an empty heading', () => {
  show(profile({ fitness_level: null, goals: [], favourite_workouts: [], preferred_times: [] }));
  expect(screen.queryByText('Goals')).toBeNull();
  expect(screen.queryByText('Trains')).toBeNull();
  expect(screen.queryByText(/next sessions/)).toBeNull();
});
