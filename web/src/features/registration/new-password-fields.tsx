import type { ComponentProps } from 'react';
import { PasswordField } from '#ui/form/text-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

type OnePassword = Omit<ComponentProps<typeof PasswordField>, 'label'>;
type Props = { typed: string; password: OnePassword; confirmation: OnePassword };

/** A new password, how strong it is, and the same once more. */
export function NewPasswordFields({ typed, password, confirmation }: Props) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField label="Password" hint="At least 8 characters" autoComplete="new-password" {...password} />
        {typed === '' ? null : <StrengthMeter password={typed} />}
      </div>
      <PasswordField label="Confirm password" autoComplete="new-password" {...confirmation} />
    </>
  );
}
