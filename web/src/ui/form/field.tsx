import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined };

export type FieldFrame = {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Adds '(optional)' to the label; fields are required by default. */
  optional?: boolean;
  /** Hides the label visually where the context explains the field. */
  hideLabel?: boolean;
  className?: string;
};

/** Label, hint and error around one control, which takes the passed props. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  children,
}: FieldFrame & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-sm text-text-primary'}>
        {label}
        {optional ? <span className="font-normal text-text-tertiary"> (optional)</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | null }) {
  if (error)
    return (
      <p id={id} role="alert" className="flex animate-enter items-start gap-1.5 text-sm text-status-error-text">
        <CircleAlert aria-hidden="true" className="h-[1lh] w-4 shrink-0" />
        {error}
      </p>
    );
  return hint ? (
    <p id={id} className="text-sm text-text-tertiary">
      {hint}
    </p>
  ) : null;
}
