/** SQL for a moment as the API writes it: RFC 3339 in UTC, to the millisecond. */
export const instantSql = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for the same moment on the wall clock of a zone, with that zone's offset at the time. */
export function localInstantSql(moment: string, zone: string): string {
  const wall = `(${moment} at time zone ${zone})`;
  const offset = `(${wall} - ${moment} at time zone 'UTC')`;
  return `to_char(${wall}, 'YYYY-MM-DD"T"HH24:MI:SS') || case when ${offset} < interval '0' then '-' else '+' end
    || to_char(greatest(${offset}, -${offset}), 'HH24:MI')`;
}

/** SQL for how far a moment is from now, in words: 'in 2 hours', '3 days ago'. */
export function relativeSql(moment: string): string {
  const seconds = `extract(epoch from ${moment} - now())`;
  // The evening after tomorrow is in 2 days, also from an hour later on.
  const unit = (size: number, word: string) =>
    `when abs(${seconds}) >= ${size} then (select case when ${seconds} > 0 then 'in ' else '' end || n || ' ${word}'
      || case when n = 1 then '' else 's' end || case when ${seconds} > 0 then '' else ' ago' end
      from (select ${word === 'day' ? 'round' : 'floor'}(abs(${seconds}) / ${size})::int as n) amount)`;
  return `case ${unit(604_800, 'week')} ${unit(86_400, 'day')} ${unit(3_600, 'hour')} ${unit(60, 'minute')} else 'now' end`;
}
