/**
 * SQL for whether a member took part by their own doing. Staying in a series isn't that: the spots came with the series,
 * when it was joined or when the occurrence was made, so they count only after a check-in. Aliases: p the participant, s the session.
 */
export const isOwnSpot = `(p.attended or p.attended is null and (s.series_id is null
  or p.joined_at > s.created_at + interval '1 second' and not exists (select from session_series_members stays
    where stays.organization_id = s.organization_id and stays.series_id = s.series_id and stays.user_id = p.user_id)))`;
