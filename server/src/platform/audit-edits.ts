/** A changed value in words, as it was before and after; null is none. */
export type AuditEdit = { field: string; before: string | null; after: string | null };

type Value = string | number | boolean | null | undefined;

/** A log is read at a glance, and kept for ever. */
const MOST_EDITS = 60;
const LONGEST = 200;

function words(value: Value): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value ?? '').trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text || null;
}

/** The values that differ. */
export const editsOf = (values: readonly (readonly [field: string, before: Value, after: Value])[]): AuditEdit[] =>
  values
    .map(([field, before, after]) => ({ field, before: words(before), after: words(after) }))
    .filter(({ before, after }) => before !== after)
    .slice(0, MOST_EDITS);
