import type { AuthResponse } from '@spotter/contract/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { emailProblem, passwordProblem } from './login-rules.ts';

type Props = {
  /** A welcome mail's setup code replaces the password. */
  setup: boolean;
  email: string;
  onEmailChange: (email: string) => void;
  onSignedIn: (auth: AuthResponse) => void;
  onForgotten: () => void;
};

/** The form that had the focus is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function SignInForm({ setup, email, onEmailChange, onSignedIn, onForgotten }: Props) {
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const login = useMutation({
    mutationFn: () => api.login({ body: { email: email.trim(), password } }),
    onSuccess: onSignedIn,
  });
  const problems = { email: emailProblem(email), password: passwordProblem(password, setup) };

  // After too many wrong guesses by anyone, the form asks everyone to wait; a mailed link still lets the owner in.
  const isSlowedDown = login.error instanceof ApiError && login.error.code === 'too_many_requests';

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!problems.email && !problems.password) login.mutate();
  }

  const secret = {
    name: 'password',
    value: password,
    onChange: (event: { target: { value: string } }) => setPassword(event.target.value),
    error: tried ? problems.password : null,
  };
  if (login.error instanceof ApiError && login.error.code === 'password_link_sent')
    return (
      <>
        <Banner tone="success" title="Check your inbox">
          Your gym reset your password. We've emailed {email.trim()} a link to choose your own. It works for one hour.
        </Banner>
        <Button ref={takeFocus} variant="secondary" size="lg" full onClick={login.reset}>
          Back to sign in
        </Button>
      </>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {login.isError ? (
        <Banner
          action={
            isSlowedDown ? (
              <button type="button" className="shrink-0 font-semibold underline" onClick={onForgotten}>
                Email me a link
              </button>
            ) : null
          }
        >
          {errorText(login.error, 'Failed to login. Please try again.')}
        </Banner>
      ) : null}
      <EmailField
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        error={tried ? problems.email : null}
      />
      {setup ? (
        <TextField
          label="Setup code"
          hint="Enter the setup code from your welcome email"
          placeholder="IRON-2026-KQZT"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...secret}
        />
      ) : (
        <div className="relative">
          <PasswordField label="Password" autoComplete="current-password" {...secret} />
          <button
            type="button"
            onClick={onForgotten}
            className="touch-target absolute top-0 right-0 font-medium text-primary-text text-sm hover:underline"
          >
            Forgot password?
          </button>
        </div>
      )}
      <Button type="submit" size="lg" full loading={login.isPending}>
        {setup ? 'Complete setup' : 'Sign in'}
      </Button>
    </form>
  );
}
