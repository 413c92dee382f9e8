/**
 * SQL for whether a member took part by their own doing: they were checked in, or took this spot by itself and weren't missed.
 * A spot that came with a series tells nothing until somebody checks. `p` and `s` are the aliases of the spot and its session.
 */
export const isOwnSpot = (p = 'p', s = 's') =>
  `(${p}.attended or ${p}.attended is null and not coalesce(${p}.with_series, ${s}.series_id is not null))`;
