import type { z } from 'zod';
import { fail, fieldError } from '#platform/errors.ts';

const MAX_DEPTH = 32;
// A lone half of a surrogate pair, which PostgreSQL can't store.
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function refuse(path: string, message: string): never {
  throw fail('validation_failed', path ? fieldError(path, message) : { nonFieldErrors: [message] });
}

/** Rejects what no field may contain, before any schema check: null bytes, broken Unicode, deep nesting. */
export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) refuse(path, 'Must not contain null characters.');
    if (loneSurrogate.test(value)) refuse(path, 'Contains broken characters.');
  } else if (value !== null && typeof value === 'object') {
    if (depth >= MAX_DEPTH) refuse(path.split('.')[0] ?? '', 'Is nested too deeply.');
    for (const [key, child] of Object.entries(value)) {
      if (key.includes('\0')) refuse(path, 'Must not contain null characters.');
      refuseUnstorable(child, path ? `${path}.${key}` : key, depth + 1);
    }
  }
}

/** Validates one part of a request and names every invalid field. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  refuseUnstorable(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details: Record<string, string[]> = {};
  const nonFieldErrors: string[] = [];
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    if (field) details[field] = [...(details[field] ?? []), issue.message];
    else nonFieldErrors.push(issue.message);
  }
  const fields = Object.values(details);
  throw fail('validation_failed', {
    ...(fields.length > 0 && { details }),
    ...(nonFieldErrors.length > 0 && { nonFieldErrors }),
    // One invalid field is named in the sentence itself; several are shown at their fields.
    ...(fields.length + nonFieldErrors.length === 1 && { error: fields[0]?.[0] ?? nonFieldErrors[0] }),
  });
}
