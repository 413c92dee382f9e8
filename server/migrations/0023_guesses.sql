-- Wrong guesses of one password from one address: when the next may be judged, and when they are forgotten.
-- Unlogged: after a crash everybody simply starts anew.
create unlogged table guesses (
  bucket text primary key,
  taken int not null check (taken > 0),
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index guesses_by_age on guesses (forget_at);
