-- Names the way people type them: no accents, capitals or apostrophes, and one space before each word.
create function fold_name(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    ' ' || regexp_replace(
      translate(
        replace(replace(replace(lower(normalize(name, NFKD)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øðđłħıþ''’ʼ`´.', 'oddlhit'),
      '[\u0300-\u036f]', '', 'g'),
    '[\s-]+', ' ', 'g')
$$;

-- A pattern for names with one slip in a word: a letter too many, too few, wrong, or swapped with the next one. A short
-- word has to be a whole name, a longer one its beginning. Null for words that are too short or too long to guess.
create function slip_pattern(word text) returns text language sql immutable parallel safe as $$
  select ' (' || string_agg(slip, '|') || ')' || case when length(word) < 6 then '( |$)' else '' end
  from generate_series(1, length(word)) place,
    lateral (values
      (left(word, place - 1) || '[^ ]?' || substr(word, place + 1)),
      (left(word, place - 1) || '[^ ]' || substr(word, place)),
      (left(word, place - 1) || substr(word, place + 1, 1) || substr(word, place, 1) || substr(word, place + 2))
    ) slips (slip)
  where length(word) between 4 and 12 and word !~ '[][(){}.*+?^$|\\]'
$$;

alter table users add column search_name text not null
  generated always as (fold_name(first_name || ' ' || last_name)) stored;
create index users_by_search_name on users (organization_id, search_name, id) where is_active;
