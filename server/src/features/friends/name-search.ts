const MOST_WORDS = 6;

/** The words of a search. Each has to be found in a name. */
export const wordsOf = (text: string) =>
  text
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * The typed words ($words) as names are stored, and the pattern that forgives a slip; for `nameRankSql`. A slip leaves the
 * head or the tail of a word as it is: looking for these first spares most names the slow pattern.
 */
export const typedCte = (count: number) => `typed as materialized (
  select ${numbers(count).map(
    (n) => `word_${n}, slip_pattern(word_${n}) as slips_${n},
    ' ' || left(word_${n}, length(word_${n}) / 2 - 1) as head_${n}, substr(word_${n}, length(word_${n}) / 2 + 2) as tail_${n}`,
  )}
  from (select ${numbers(count).map((n) => `nullif(btrim(fold_name($words[${n}])), '') as word_${n}`)}) given)`;

/**
 * How well the names fit the typed words, best first at 0; null if a word isn't in the name, nor found `otherwise`.
 * Compared as text, so % and _ are ordinary characters.
 */
export const nameRankSql = (count: number, name: string, otherwise = (_word: number) => '') =>
  numbers(count)
    .map(
      (n) => `case
    when position(' ' || word_${n} || ' ' in ${name} || ' ') > 0 then 0
    when starts_with(${name}, ' ' || word_${n}) then 1
    when position(' ' || word_${n} in ${name}) > 0 then 2
    when length(word_${n}) > 1 and position(word_${n} in ${name}) > 0 then 3
    when slips_${n} is not null and (position(head_${n} in ${name}) > 0 or position(tail_${n} in ${name}) > 0)
      and ${name} ~ slips_${n} then 4 ${otherwise(n)} end`,
    )
    .join(' + ');
