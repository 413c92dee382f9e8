import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import { asDetail } from '#features/sessions/cache/session.cache.ts';

export const testUser = (id: string, over: Partial<Person> = {}): Person => ({
  id,
  first_name: id[0]?.toUpperCase() + id.slice(1),
  last_name: 'Vale',
  avatar_url: null,
  avatar_color: '#7c3aed',
  fitness_level: 'intermediate',
  ...over,
});

const time = (utc: string) => ({ utc, local: utc.replace('.000Z', '+00:00'), timezone: 'UTC', relative: 'soon' });

/** A session as its page reads it: Ben hosts, the reader is not in, eight of ten spots are free. */
export const sessionDetail = (over: Partial<SessionDetail> = {}): SessionDetail => ({
  ...asDetail({
    id: 'leg-day',
    workout_type: 'strength',
    session_type: null,
    title: 'Leg day',
    description: '',
    start_time: time('2026-11-17T17:00:00.000Z'),
    end_time: time('2026-11-17T18:00:00.000Z'),
    duration_minutes: 60,
    creator: testUser('ben'),
    max_participants: 10,
    current_participants: 2,
    available_spots: 8,
    fitness_level_min: 'beginner',
    fitness_level_max: 'advanced',
    gender_preference: 'any',
    guests_per_member: 0,
    invite_only: false,
    status: 'active',
    participants: [testUser('ben'), testUser('cleo')],
    gym: { id: 'gym', name: 'Barangaroo', timezone: 'UTC' },
    can_join: true,
    can_edit: false,
    can_cancel: false,
    cannot_join_reason: null,
    can_wait: false,
    is_participant: false,
    attended: null,
    is_waitlisted: false,
    waitlist_count: 0,
    series_id: null,
    created_at: { utc: '2026-11-10T00:00:00.000Z', local: '2026-11-10T00:00:00+00:00' },
    share_token: null,
    referrer_code: null,
  }),
  ...over,
});
