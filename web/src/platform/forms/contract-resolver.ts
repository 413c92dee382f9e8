import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { ApiError, errorText } from '#platform/api/api-error.ts';

type Issue = { path: PropertyKey[]; message: string };
type Schema = { safeParse(values: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

/**
 * Validates with the contract's rules, loaded on the first check so that zod is part of no first download. The values
 * are sent as typed; the server trims and parses.
 */
export function contractResolver<T extends FieldValues>(load: () => Promise<Schema>): Resolver<T> {
  return async (live) => {
    const values = asPressed(live);
    const result = (await load()).safeParse(values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error.issues) {
      const field = String(path[0] ?? 'root');
      errors[field] ??= { type: 'contract', message };
    }
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

/**
 * The values at the time of submit. The form may change while the rules load, and later corrections were not submitted.
 */
export const asPressed = <T extends FieldValues>(live: T): T => structuredClone(live);

/**
 * What the server refused, by field, for the form to show in place. `onForm` names the form's field for one of the request;
 * of several the first counts.
 */
export function serverFieldErrors(error: unknown, onForm = (field: string) => field): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  if (!(error instanceof ApiError)) return refused;
  for (const [field, [message]] of Object.entries(error.details))
    if (message && !refused.has(onForm(field))) refused.set(onForm(field), message);
  return refused;
}

/** The red banner of a refused form. It also shows errors about values that have no field in the form. */
export function bannerText(error: unknown, fields: readonly string[], fallback: string): string {
  const elsewhere = [...serverFieldErrors(error)].find(([field]) => !fields.includes(field));
  return elsewhere?.[1] ?? errorText(error, fallback);
}
