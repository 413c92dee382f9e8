import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { ApiError, errorText } from '#platform/api/api-error.ts';

type Issue = { path: PropertyKey[]; message: string };
type Schema = { safeParse(values: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

/**
 * The contract's own rules, fetched when a form is first checked: the schema library is no part of any first load.
 * The values go to the server as they were typed; it is the server that trims and parses.
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
 * What stood in the form when it was sent. The form goes on changing its own values while the rules are fetched, and what
 * is corrected meanwhile was not yet sent.
 */
export const asPressed = <T extends FieldValues>(live: T): T => structuredClone(live);

/** What the server found wrong, by field, for the form to show where it belongs. */
export function serverFieldErrors(error: unknown): [field: string, message: string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.details).flatMap(([field, [message]]) =>
    message ? [[field, message] as [string, string]] : [],
  );
}

/**
 * The red banner of a form the server refused. A complaint about something the form has no field for is said here, because
 * nothing else would show it.
 */
export function bannerText(error: unknown, fields: readonly string[], fallback: string): string {
  const elsewhere = serverFieldErrors(error).find(([field]) => !fields.includes(field));
  return elsewhere?.[1] ?? errorText(error, fallback);
}
