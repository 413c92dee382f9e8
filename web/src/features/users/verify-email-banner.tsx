import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { loginKeys } from '#platform/login/login-keys.ts';
import { useEmailCode } from '#platform/login/use-email-code.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Nudge } from '#ui/status/nudge.tsx';

/** The six digits from the mail, submitted with the last one. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { field, wait, resend, isResending, isResent, resendProblem } = useEmailCode({
    onVerified: (user) => {
      if (user) queryClient.setQueryData(loginKeys.me, user);
      else void queryClient.invalidateQueries({ queryKey: loginKeys.me });
      toasts.success('Email Verified');
    },
  });

  return (
    <Nudge
      icon={<MailCheck aria-hidden="true" />}
      title="Confirm your email."
      text={`We sent a 6-digit code to ${email}.`}
      action={
        open ? null : (
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            Enter code
          </Button>
        )
      }
    >
      {open ? (
        <div className="flex flex-wrap items-end gap-4">
          <CodeInput {...field} hideLabel className="w-full max-w-sm" />
          <Button variant="ghost" onClick={resend} disabled={wait !== null} loading={isResending}>
            {wait ? `Resend in ${wait}` : 'Resend code'}
          </Button>
          <p role="status" className="w-full empty:hidden">
            {resendProblem ?? (isResent ? 'A new code is on its way.' : null)}
          </p>
        </div>
      ) : null}
    </Nudge>
  );
}
