/**
 * The SQL of a value in a JSON object. `quoted` needs no more than quotes, such as an id; `plain` is a number or JSON. Neither
 * may be null, nor may a `flag`, which is a condition. `any` may be anything.
 */
type JsonValue = { quoted: string } | { plain: string } | { flag: string } | { any: string } | { object: JsonFields };
export type JsonFields = { readonly [name: string]: JsonValue };

/** SQL for a JSON object, where a statement makes one. */
export const jsonSql = (fields: JsonFields): string => {
  const sqlOf = (value: JsonValue) => ('object' in value ? jsonSql(value.object) : Object.values(value)[0]);
  return `json_build_object(${Object.entries(fields).map(([name, value]) => `'${name}', ${sqlOf(value)}`)})`;
};

/**
 * SQL for the same as text, where a statement makes many: `json_build_object` looks up the type of every name and value in
 * the catalog each time. For one object that costs less than setting up the functions here.
 */
export function jsonTextSql(fields: JsonFields): string {
  const parts = Object.entries(fields).map(([name, value], index) => {
    const start = `${index === 0 ? '{' : ','}"${name}":`;
    return 'quoted' in value ? `'${start}"', ${value.quoted}, '"'` : `'${start}', ${textOf(value)}`;
  });
  const texts = Array.from({ length: Math.ceil(parts.length / MOST_PARTS) }, (_, index) =>
    parts.slice(index * MOST_PARTS, (index + 1) * MOST_PARTS),
  );
  return `(${texts.map((some) => `concat(${some.join(', ')})`).join(' || ')} || '}')`;
}

/** A function takes at most 100 values, and a field is up to three. */
const MOST_PARTS = 33;

function textOf(value: Exclude<JsonValue, { quoted: string }>): string {
  if ('plain' in value) return value.plain;
  if ('object' in value) return jsonTextSql(value.object);
  return 'flag' in value ? `(${value.flag})::text` : `coalesce(to_json(${value.any})::text, 'null')`;
}

/** SQL for a moment as the API writes it: RFC 3339 in UTC, to the millisecond. */
export const instantSql = (moment: string) => utcInstantSql(`${moment} at time zone 'UTC'`);

/** The same from the moment's time without a zone, in UTC, where a statement has found that already. */
const utcInstantSql = (utc: string) => `to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for a moment in a zone's wall time with its offset, from the moment's times without a zone, in UTC and on the wall. */
const wallInstantSql = (utc: string, wall: string) =>
  `to_char(${wall}, 'YYYY-MM-DD"T"HH24:MI:SS') || case when ${wall} < ${utc} then '-' else '+' end
    || to_char(greatest(${wall} - ${utc}, ${utc} - ${wall}), 'HH24:MI')`;

/** SQL for the seconds until a moment. As a float: arithmetic with exact numbers takes several times as long. */
export const secondsUntilSql = (moment: string) => `date_part('epoch', ${moment} - now())`;

/**
 * SQL for how far a moment is from now, in words: 'in 2 hours', '3 days ago'. PostgreSQL sets up every function of a
 * statement before it runs it, so there are as few as possible.
 */
function relativeSql(seconds: string): string {
  const distance = `abs(${seconds})`;
  const unit = `width_bucket(${distance}, '{60,3600,86400,604800}')`;
  // The evening after tomorrow is in 2 days, also from an hour later on.
  const number = `floor(${distance} / ('{60,3600,86400,604800}'::float8[])[${unit}] + ('{0,0,0.5,0}'::float8[])[${unit}])`;
  return `case when ${distance} < 60 then 'now' else concat(case when ${seconds} > 0 then 'in ' end, ${number},
    ('{" minute"," hour"," day"," week"}'::text[])[${unit}], case when ${number} <> 1 then 's' end,
    case when ${seconds} < 0 then ' ago' end) end`;
}

/** A moment in UTC and on a wall clock, from its times without a zone on both. */
export const momentFields = (utc: string, wall: string): JsonFields => ({
  utc: { quoted: utcInstantSql(utc) },
  local: { quoted: wallInstantSql(utc, wall) },
});

type Found = { utc: string; wall: string; zone: string; seconds: string };

/** The same with its zone and how many seconds away it is. Lists find these once for each row. */
export const timeFields = ({ utc, wall, zone, seconds }: Found): JsonFields => ({
  ...momentFields(utc, wall),
  timezone: { quoted: zone },
  relative: { quoted: relativeSql(seconds) },
});

/** SQL for a moment as the API writes the time of a session: in UTC, in a zone, and in words. `moments.ts` does it in Node. */
export const timeJsonSql = (moment: string, zone: string): string =>
  jsonSql(
    timeFields({
      utc: `(${moment} at time zone 'UTC')`,
      wall: `(${moment} at time zone ${zone})`,
      zone,
      seconds: secondsUntilSql(moment),
    }),
  );
