import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { loginKeys } from '#platform/login/login-keys.ts';
import { useEmailCode } from '#platform/login/use-email-code.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';

/** Six digits from the mail; sent by itself when the last one is there. */
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
    <section className="flex flex-col gap-4 rounded-card bg-status-info-bg p-4 text-status-info-text">
      <div className="flex flex-wrap items-center gap-4">
        <MailCheck aria-hidden="true" className="size-6 shrink-0" />
        <p className="min-w-48 flex-1">
          <span className="font-semibold">Confirm your email.</span> We sent a 6-digit code to {email}.
        </p>
        {open ? null : (
          <Button size="sm" onClick={() => setOpen(true)}>
            Enter code
          </Button>
        )}
      </div>
      {open ? (
        <div className="flex flex-wrap items-end gap-4 text-text-primary">
          <CodeInput {...field} hideLabel className="w-full max-w-sm" />
          <Button variant="ghost" onClick={resend} disabled={wait !== null} loading={isResending}>
            {wait ? `Resend in ${wait}` : 'Resend code'}
          </Button>
          <p role="status" className="w-full empty:hidden">
            {resendProblem ?? (isResent ? 'A new code is on its way.' : null)}
          </p>
        </div>
      ) : null}
    </section>
  );
}
