/**
 * SQL to sort names by, as people do: 'Gym 2' before 'Gym 10'. Numbers are filled up with zeros. For lists of a few thousand rows;
 * people are sorted by the index on their folded names.
 */
export const nameOrder = (name: string): string =>
  `regexp_replace(regexp_replace(lower(${name}), '[0-9]+', '${'0'.repeat(20)}\\&', 'g'), '[0-9]*([0-9]{20})', '\\1', 'g')`;
