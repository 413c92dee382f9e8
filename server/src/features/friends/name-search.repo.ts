const MOST_WORDS = 6;

/** The words of a search. Each has to be found in a name. The longest come first: they are the rarest. */
export const wordsOf = (text: string) =>
  text
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .toSorted((one, other) => other.length - one.length);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * The typed words ($words) as names are stored, and the pattern that forgives a slip. A slip leaves the first or the
 * second half of a word as it is, unless it swaps the two letters in the middle: looking for these first spares most
 * names the slow pattern. A single letter is looked for at the beginning of names only.
 */
export const typedCte = (count: number) => `typed as materialized (
  select ${numbers(count).map(
    (
      n,
    ) => `letters_of(word_${n}) as letters_${n}, ' ' || word_${n} as begin_${n}, ' ' || word_${n} || ' ' as whole_${n},
    case when length(word_${n}) > 1 then word_${n} else ' ' || word_${n} end as part_${n}, slip_pattern(word_${n}) as slips_${n},
    ' ' || left(word_${n}, half_${n} - 1) as start_${n}, ' ' || left(word_${n}, half_${n}) as head_${n},
    ' ' || left(word_${n}, half_${n} - 1) || reverse(substr(word_${n}, half_${n}, 2)) as swap_${n},
    substr(word_${n}, half_${n} + 1) as tail_${n}`,
  )}
  from (select ${numbers(count).map((n) => `nullif(btrim(fold_name($words[${n}])), '') as word_${n}`)}) given
    cross join lateral (select ${numbers(count).map((n) => `greatest(length(word_${n}) / 2, 1) as half_${n}`)}) halves)`;

const isSlip = (n: number, name: string) => `(slips_${n} is not null
  and (position(start_${n} in ${name}) > 0 and (position(head_${n} in ${name}) > 0 or position(swap_${n} in ${name}) > 0)
    or position(tail_${n} in ${name}) > 0) and ${name} ~ slips_${n})`;

/** Whether at most one letter of the word is missing from the name: a slip changes no more. Alias: u the user. */
const hasLetters = (n: number) => `(letters_${n} & u.name_lacks & ((letters_${n} & u.name_lacks) - 1)) = 0`;

/**
 * Whether each word is in the user's names, or found `otherwise`. Compared as text, so % and _ are ordinary characters.
 * Row: typed. Alias: u the user.
 */
export const nameMatchSql = (count: number, otherwise: (word: number) => string = () => 'false') =>
  numbers(count)
    .map(
      (n) => `(${hasLetters(n)} and (position(part_${n} in u.search_name) > 0 or ${isSlip(n, 'u.search_name')})
    or ${otherwise(n)})`,
    )
    .join(' and ');

/** How well names fit the typed words, best first at 0; a word that isn't in them counts `otherwise`. */
export const nameRankSql = (count: number, name: string, otherwise = 'null') =>
  numbers(count)
    .map(
      (n) => `case
    when position(begin_${n} in ${name}) > 0 then
      case when position(whole_${n} in ${name} || ' ') > 0 then 0 when starts_with(${name}, begin_${n}) then 1 else 2 end
    when position(part_${n} in ${name}) > 0 then 3
    when ${isSlip(n, name)} then 4 else ${otherwise} end`,
    )
    .join(' + ');
