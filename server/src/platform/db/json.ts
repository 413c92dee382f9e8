/** SQL for a moment as the API writes it: RFC 3339 in UTC, to the millisecond. */
export const instantSql = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for the same moment on the wall clock of a zone, with that zone's offset at the time. */
export const localInstantSql = (moment: string, zone: string) =>
  wallInstantSql(moment, `(${moment} at time zone ${zone})`);

/** The same from the moment's wall time, where a statement has found that already. */
export function wallInstantSql(moment: string, wall: string): string {
  const offset = `(${wall} - ${moment} at time zone 'UTC')`;
  return `to_char(${wall}, 'YYYY-MM-DD"T"HH24:MI:SS') || case when ${offset} < interval '0' then '-' else '+' end
    || to_char(greatest(${offset}, -${offset}), 'HH24:MI')`;
}

/** SQL for how far a moment is from now, in words: 'in 2 hours', '3 days ago'. */
export function relativeSql(moment: string): string {
  // As a float: arithmetic with exact numbers takes several times as long.
  const seconds = `date_part('epoch', ${moment} - now())`;
  const unit = (size: number, word: string) => {
    // The evening after tomorrow is in 2 days, also from an hour later on.
    const count = `${word === 'day' ? 'round' : 'floor'}(abs(${seconds}) / ${size})::int`;
    const words = `(${count})::text || case when ${count} = 1 then ' ${word}' else ' ${word}s' end`;
    return `when ${seconds} >= ${size} then 'in ' || ${words} when ${seconds} <= -${size} then ${words} || ' ago'`;
  };
  return `case ${unit(604_800, 'week')} ${unit(86_400, 'day')} ${unit(3_600, 'hour')} ${unit(60, 'minute')} else 'now' end`;
}
