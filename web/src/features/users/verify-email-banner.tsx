import { resendCodeSeconds } from '@spotter/contract/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { loginKeys } from '#platform/login/login-keys.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';

function useCooldown() {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft] as const;
}

/** Six digits from the mail; sent by itself when the last one is there. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [cooldown, setCooldown] = useCooldown();
  const verify = useMutation({
    mutationFn: (digits: string) => api.verifyEmailCode({ body: { code: digits } }),
    onSuccess: (user) => {
      queryClient.setQueryData(loginKeys.me, user);
      toasts.success('Email Verified');
    },
    onError: () => setCode(''),
  });
  const resend = useMutation({
    mutationFn: () => api.resendVerification(),
    onSuccess: () => {
      setCooldown(resendCodeSeconds);
      toasts.info('A new code is on its way');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) setCooldown(error.retryAfter);
      toasts.error(errorText(error, 'Failed to resend verification code. Please try again.'));
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
          <CodeInput
            label="Verification code"
            hideLabel
            autoFocus
            value={code}
            onChange={setCode}
            onComplete={(digits) => verify.mutate(digits)}
            disabled={verify.isPending}
            error={verify.isError ? errorText(verify.error, 'Invalid verification code. Please try again.') : null}
            className="w-full max-w-sm"
          />
          <Button variant="ghost" onClick={() => resend.mutate()} disabled={cooldown > 0} loading={resend.isPending}>
            {cooldown > 0 ? `Resend in ${cooldown} s` : 'Resend code'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
