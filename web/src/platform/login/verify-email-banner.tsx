import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { Nudge } from '#ui/status/nudge.tsx';
import { loginKeys } from './login-keys.ts';
import { useEmailCode } from './use-email-code.ts';

/** The six digits from the mail, submitted with the last one. A slim row, or a notice that says what waits for them. */
export function VerifyEmailBanner({ email, to }: { email: string; to?: string | undefined }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { field, wait, resend, isResending, isResent, resendProblem } = useEmailCode({
    onVerified: (user) => {
      if (user) queryClient.setQueryData(loginKeys.me, user);
      else void queryClient.invalidateQueries({ queryKey: loginKeys.me });
      toasts.success('Email Verified');
    },
  });

  const action = open ? null : (
    <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
      Enter code
    </Button>
  );
  const entry = open ? (
    <div className="flex flex-wrap items-end gap-4">
      <CodeInput {...field} hideLabel className="w-full max-w-sm" />
      <Button variant="ghost" onClick={resend} disabled={wait !== null} loading={isResending}>
        {wait ? `Resend in ${wait}` : 'Resend code'}
      </Button>
      <p role="status" className="w-full empty:hidden">
        {resendProblem ?? (isResent ? 'A new code is on its way.' : null)}
      </p>
    </div>
  ) : null;
  const text = `We sent a 6-digit code to ${email}.`;
  if (to)
    return (
      <Banner tone="info" title={`Verify your email ${to}`} action={action}>
        <p>{text}</p>
        {entry ? <div className="pt-3">{entry}</div> : null}
      </Banner>
    );
  return (
    <Nudge icon={<MailCheck aria-hidden="true" />} title="Confirm your email." text={text} action={action}>
      {entry}
    </Nudge>
  );
}
