import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { emailProblem } from './login-rules.ts';

/** The answer is the same whether or not the address has an account. */
export function ForgottenPasswordForm({
  email,
  onEmailChange,
}: {
  email: string;
  onEmailChange: (email: string) => void;
}) {
  const [tried, setTried] = useState(false);
  const request = useMutation({ mutationFn: () => api.requestPasswordReset({ body: { email: email.trim() } }) });
  const problem = emailProblem(email);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!problem) request.mutate();
  }

  if (request.isSuccess)
    return (
      <Banner tone="success" title="Check your inbox">
        If {email.trim()} has an account, a link to set a new password is on its way. It works for one hour.
      </Banner>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {request.isError ? <Banner>{errorText(request.error, "Couldn't send the link. Try again.")}</Banner> : null}
      <TextField
        label="Email"
        type="email"
        name="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        error={tried ? problem : null}
      />
      <Button type="submit" size="lg" full loading={request.isPending}>
        Send reset link
      </Button>
    </form>
  );
}
