/** A session that a change of hours leaves outside them. */
export const affectedSession = {
  id: 's1',
  title: 'Night owls',
  gym: { id: 'quay', name: 'Quay' },
  timezone: 'Australia/Sydney',
  new_timezone: 'Australia/Sydney',
  starts_at: '2031-01-06T10:00:00Z',
  duration_minutes: 60,
  participants_count: 4,
  series_id: null as string | null,
  moves_to: '2031-01-06T08:00:00Z',
};
export const openWeek = Array.from({ length: 7 }, (_, weekday) => ({
  id: `h${weekday}`,
  gym_id: 'quay',
  weekday,
  opens: '06:00',
  closes: '22:00',
}));
export const christmas = {
  id: 'o1',
  gym_id: 'quay',
  from: '2099-12-25',
  to: '2099-12-26',
  reason: 'Christmas',
  closed: true,
  opens: null as string | null,
  closes: null as string | null,
  more_hours: [],
  created_at: '2026-01-01T00:00:00Z',
  version: 'one',
};
