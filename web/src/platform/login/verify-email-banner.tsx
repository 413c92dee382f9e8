import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { loginKeys } from '#platform/api/login-keys.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { Nudge } from '#ui/status/nudge.tsx';
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

  const openEntry = () => setOpen(true);
  const entry = open ? (
    <div className="flex flex-wrap items-end gap-4">
      <CodeInput {...field} hideLabel className="w-full max-w-sm" />
      <Button variant="secondary" onClick={resend} disabled={wait !== null} loading={isResending}>
        {wait ? `Resend in ${wait}` : 'Resend code'}
      </Button>
      <p role="status" className="w-full empty:hidden">
        {resendProblem ?? (isResent ? 'A new code is on its way.' : null)}
      </p>
    </div>
  ) : null;
  const text = `We sent a 6-digit code to ${email}`;
  if (to)
    return (
      <Banner tone="info" title={`Verify your email ${to}`}>
        <p className="break-words">{text}</p>
        <div className="pt-3">
          {entry ?? (
            <Button variant="secondary" size="sm" onClick={openEntry}>
              Enter code
            </Button>
          )}
        </div>
      </Banner>
    );
  return (
    <Nudge
      icon={<MailCheck aria-hidden="true" />}
      title="Confirm your email."
      text={text}
      action={
        open ? null : (
          <Button variant="ghost" size="sm" onClick={openEntry}>
            Enter code
          </Button>
        )
      }
    >
      {entry ? (
        <div className="flex flex-col gap-3">
          {/* A phone hides the row's text, so the reader wouldn't know where to look for the code. */}
          <p className="break-words text-sm text-text-secondary sm:hidden">{text}</p>
          {entry}
        </div>
      ) : null}
    </Nudge>
  );
}
