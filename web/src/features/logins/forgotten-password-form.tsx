import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { emailProblem } from './login-rules.ts';

/** The server sends one link a minute. */
const MS_BETWEEN_LINKS = 60_000;

/** The answer is the same whether or not the address has an account. */
export function ForgottenPasswordForm({
  email,
  onEmailChange,
  isSent,
  onSentChange,
}: {
  email: string;
  onEmailChange: (email: string) => void;
  isSent: boolean;
  onSentChange: (isSent: boolean) => void;
}) {
  const [tried, setTried] = useState(false);
  const [mayResend, setMayResend] = useState(false);
  const request = useMutation({
    mutationFn: () => api.requestPasswordReset({ body: { email: email.trim() } }),
    onSuccess: () => {
      onSentChange(true);
      setMayResend(false);
      setTimeout(() => setMayResend(true), MS_BETWEEN_LINKS);
    },
  });
  const problem = emailProblem(email);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!problem) request.mutate();
  }

  if (isSent)
    return (
      <div className="flex flex-col gap-5">
        <Banner tone="success">
          If {email.trim()} has an account, a link to set a new password is on its way. It works for one hour.
        </Banner>
        {request.isError ? <Banner>{errorText(request.error, "Couldn't send the link. Try again.")}</Banner> : null}
        <ol aria-label="What happens next" className="flex list-decimal flex-col gap-2 pl-5 text-text-secondary">
          <li>Open the email. It can take a minute, and may hide in your spam folder.</li>
          <li>Tap the link and choose a new password.</li>
          <li>You're signed in here, and every other device is signed out.</li>
        </ol>
        <p className="text-sm text-text-secondary">
          No email? Wait a minute, then send another. If you signed up with Google or Apple, use that button to sign in.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            disabled={!mayResend}
            loading={request.isPending}
            onClick={() => request.mutate()}
          >
            Send again
          </Button>
          <Button variant="ghost" onClick={() => onSentChange(false)}>
            Use another email
          </Button>
        </div>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {request.isError ? <Banner>{errorText(request.error, "Couldn't send the link. Try again.")}</Banner> : null}
      <EmailField
        name="email"
        autoComplete="username"
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
