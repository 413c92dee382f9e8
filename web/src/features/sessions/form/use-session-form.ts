import { useEffect, useRef } from 'react';
import { type FieldErrors, type PathValue, type Resolver, useForm } from 'react-hook-form';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { asPressed, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, useDraft } from '#platform/forms/draft.ts';
import { fieldFor, fieldForCode, type SessionFormValues } from './session-form-values.ts';

type Issue = { path: PropertyKey[]; message: string };
type Check = (values: SessionFormValues) => Promise<readonly Issue[]>;

/** Applies the contract's rules to the payload and shows errors at the fields they were typed in. */
function resolverFor(check: Check): Resolver<SessionFormValues> {
  return async (live) => {
    const values = asPressed(live);
    const errors: Partial<Record<keyof SessionFormValues, { type: string; message: string }>> = {};
    for (const { path, message } of await check(values)) {
      const field = fieldFor(String(path[0] ?? ''), values);
      if (field) errors[field] ??= { type: 'contract', message };
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<SessionFormValues> }
      : { values, errors: {} };
  };
}

const decidesTime = new Set<keyof SessionFormValues>(['day', 'duration_minutes', 'gym_id']);

type Setter = <K extends keyof SessionFormValues>(field: K, value: SessionFormValues[K]) => void;
export type SessionForm = ReturnType<typeof useSessionForm>;

/** The unsent draft of this name, as `useDraft` wrote it. */
export const keptValues = (name: string) => draftOf<SessionFormValues>(name) as Partial<SessionFormValues>;

type Options = { name: string; initial: SessionFormValues; check: Check };

/** The form's state. It outlives its window until it is submitted or discarded. */
export function useSessionForm({ name, initial, check }: Options) {
  const form = useForm<SessionFormValues>({
    defaultValues: initial,
    resolver: resolverFor(check),
  });
  useDraft(name, form);
  const { errors, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);

  // Scrolls to the first error.
  const marks = Object.keys(errors).sort().join();
  useEffect(() => {
    if (submitCount === 0 || marks === '') return;
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const wrong = marks.split(',');
    const first = fields.find(({ dataset }) => wrong.includes(dataset.field ?? ''));
    first?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    first?.querySelector<HTMLElement>('input:not([disabled]), textarea, button')?.focus({ preventScroll: true });
  }, [marks, submitCount]);

  const values = form.watch();
  const set: Setter = (field, value) => {
    form.clearErrors(decidesTime.has(field) ? [field, 'time'] : field);
    form.setValue(field, value as PathValue<SessionFormValues, typeof field>, { shouldDirty: true });
  };

  return {
    form,
    element,
    values,
    set,
    errorOf: (field: keyof SessionFormValues): string | undefined => {
      const error = errors[field];
      return typeof error?.message === 'string' ? error.message : undefined;
    },
  };
}

/** The server's errors by form field; empty if none belongs to a field. */
function placed(error: unknown, values: SessionFormValues): [field: keyof SessionFormValues, message: string][] {
  if (!(error instanceof ApiError)) return [];
  const found = [...serverFieldErrors(error)].flatMap(([name, message]) => {
    const field = fieldFor(name, values);
    return field ? [[field, message] as [keyof SessionFormValues, string]] : [];
  });
  if (found.length > 0) return found;
  const field = fieldForCode(error.code);
  return field ? [[field, error.message]] : [];
}

/** Shows a refusal at its field. Returns the text if it belongs to no field. */
export function useRefusal({ form }: SessionForm, error: unknown, fallback: string): string | null {
  useEffect(() => {
    for (const [field, message] of placed(error, form.getValues())) form.setError(field, { type: 'server', message });
  }, [error, form]);
  if (!error || placed(error, form.getValues()).length > 0) return null;
  return errorText(error, fallback);
}
