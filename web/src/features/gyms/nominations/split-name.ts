/** Splits a full name at its first space; a single word has no last name. */
export function splitName(name: string): { first: string; last: string } {
  const whole = name.trim();
  const space = whole.search(/\s/u);
  return space < 0 ? { first: whole, last: '' } : { first: whole.slice(0, space), last: whole.slice(space).trim() };
}
