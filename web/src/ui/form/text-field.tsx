import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { IconButton } from '../icon-button.tsx';
import { controlClass } from './control-class.ts';
import { Field, type FieldFrame } from './field.tsx';

type TextFieldProps = FieldFrame &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & { icon?: ReactNode; end?: ReactNode };

export function TextField({ label, hint, error, optional, hideLabel, className, icon, end, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <span className="relative block">
          {icon ? (
            <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-text-tertiary [&_svg]:size-4.5">
              {icon}
            </span>
          ) : null}
          <input
            type="text"
            className={clsx(controlClass, 'h-12 px-3.5', icon && 'pl-10.5', end && 'pr-12')}
            {...input}
            {...control}
          />
          {end ? <span className="absolute inset-y-0 right-1.5 flex items-center">{end}</span> : null}
        </span>
      )}
    </Field>
  );
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="sm"
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

type TextAreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

/** Grows with its text up to a third of the screen. */
export function TextArea({ label, hint, error, optional, hideLabel, className, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <textarea
          rows={3}
          className={clsx(controlClass, 'field-sizing-content max-h-[33vh] min-h-24 resize-none px-3.5 py-3')}
          {...textarea}
          {...control}
        />
      )}
    </Field>
  );
}
