import { type FormEvent, useState } from 'react';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { confirmProblem, newPasswordProblem } from './login-rules.ts';

type Props = {
  submitLabel: string;
  save: (password: string, current: string) => void;
  saving: boolean;
  error: unknown;
  /** Asks for the current password too. */
  withCurrent?: boolean;
};

/** A new password, typed twice. */
export function NewPasswordForm({ submitLabel, save, saving, error, withCurrent = false }: Props) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [tried, setTried] = useState(false);
  const refused = error instanceof ApiError ? error.details.new_password?.[0] : undefined;
  const problems = {
    current: withCurrent && current === '' ? 'Password is required' : null,
    password: newPasswordProblem(password),
    confirm: confirmProblem(password, confirm),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!problems.current && !problems.password && !problems.confirm) save(password, current);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {error && !refused ? <Banner>{errorText(error, "Couldn't change your password. Try again.")}</Banner> : null}
      {withCurrent ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={tried ? problems.current : null}
        />
      ) : null}
      <PasswordField
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={tried ? (problems.password ?? refused) : null}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        error={tried && !problems.password ? problems.confirm : null}
      />
      <Button type="submit" size="lg" full loading={saving}>
        {submitLabel}
      </Button>
    </form>
  );
}
