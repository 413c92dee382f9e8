import { resendCodeSeconds } from '@spotter/contract/limits.ts';
import type { User } from '@spotter/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { Banner } from '#ui/banner.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { useCooldown } from './use-cooldown.ts';

const SHOWN_FOR_MS = 1500;

type Props = {
  email: string;
  /** When the first code went out, with the registration: another one waits its minute from then. */
  codeSentAt: string;
  onVerified: (user: User | null) => void;
};

const secondsSince = (moment: string) => Math.floor((Date.now() - Date.parse(moment)) / 1000);

/** Six digits, sent by themselves when the last one is there. Success is seen before the next step comes. */
export function VerifyStep({ email, codeSentAt, onVerified }: Props) {
  const [code, setCode] = useState('');
  const [cooldown, startCooldown] = useCooldown(() => resendCodeSeconds - secondsSince(codeSentAt));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const goOn = (user: User | null) => {
    timer.current = setTimeout(() => onVerified(user), SHOWN_FOR_MS);
  };

  const verify = useMutation({
    mutationFn: (digits: string) => api.verifyEmailCode({ body: { code: digits } }),
    onSuccess: goOn,
    onError: (error) => {
      // Verified in another tab or by an admin: that is as good.
      if (error instanceof ApiError && error.code === 'email_already_verified') goOn(null);
      else setCode('');
    },
  });
  const resend = useMutation({
    mutationFn: () => api.resendVerification(),
    onSuccess: () => {
      verify.reset();
      setCode('');
      startCooldown(resendCodeSeconds);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) startCooldown(error.retryAfter);
    },
  });

  // Too soon is no failure: the countdown says it.
  const tooSoon = resend.error instanceof ApiError && resend.error.retryAfter !== null;
  const verifiedAlready = verify.error instanceof ApiError && verify.error.code === 'email_already_verified';
  if (verify.isSuccess || verifiedAlready)
    return (
      <div role="status" className="flex animate-enter flex-col items-center gap-4 py-10 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-status-success-bg text-status-success-text">
          <BadgeCheck aria-hidden="true" className="size-10" />
        </span>
        <h1 className="text-2xl">Email Verified</h1>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl">Verify your email</h1>
        <p className="text-text-secondary">
          We sent a 6-digit code to <span className="font-semibold text-text-primary">{email}</span>.
        </p>
      </div>
      {resend.isError && !tooSoon ? (
        <Banner>{errorText(resend.error, 'Failed to resend verification code. Please try again.')}</Banner>
      ) : null}
      {resend.isSuccess && !verify.isError ? <Banner tone="success">A new code is on its way.</Banner> : null}
      <CodeInput
        label="Verification code"
        autoFocus
        value={code}
        onChange={(digits) => {
          setCode(digits);
          if (verify.isError) verify.reset();
        }}
        onComplete={(digits) => {
          if (!verify.isPending) verify.mutate(digits);
        }}
        disabled={verify.isPending}
        error={verify.isError ? errorText(verify.error, 'Invalid verification code. Please try again.') : null}
      />
      <p className="text-sm text-text-secondary">
        No email? Check your spam folder.{' '}
        {cooldown > 0 ? (
          <span data-figures="">You can resend the code in {cooldown} s.</span>
        ) : (
          <button
            type="button"
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
            className="touch-target font-semibold text-primary-text hover:underline disabled:opacity-50"
          >
            Resend code
          </button>
        )}
      </p>
    </div>
  );
}
