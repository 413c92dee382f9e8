import { resendCodeSeconds } from '@spotter/contract/limits.ts';
import type { User } from '@spotter/contract/users/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';
import { useCooldown } from './use-cooldown.ts';

const isVerifiedAlready = (error: unknown) => error instanceof ApiError && error.code === 'email_already_verified';

/** Says how many tries the code has left, if the server does. */
function codeProblem(error: unknown): string {
  const text = errorText(error, 'Invalid verification code. Please try again.');
  const left = error instanceof ApiError && isRecord(error.body) ? error.body.tries_left : undefined;
  if (typeof left !== 'number') return text;
  if (left === 0) return 'This code no longer works. Resend it to get a new one.';
  return `${text} ${left === 1 ? '1 try' : `${left} tries`} left.`;
}

const inWords = (seconds: number) => {
  if (seconds <= 120) return `${seconds} s`;
  return seconds <= 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
};

type Options = {
  /** When the last code was sent, if known: the next one is possible a minute later. */
  codeSentAt?: string;
  /** Null when the address was already verified in another tab or by an admin, which counts as success. */
  onVerified: (user: User | null) => void;
};

/** The six-digit code that confirms an address: submitted with its last digit, resent after a minute. */
export function useEmailCode({ codeSentAt, onVerified }: Options) {
  const [code, setCode] = useState('');
  const [cooldown, startCooldown] = useCooldown(() =>
    codeSentAt ? resendCodeSeconds - Math.floor((Date.now() - Date.parse(codeSentAt)) / 1000) : 0,
  );
  const verify = useMutation({
    mutationFn: (digits: string) => api.verifyEmailCode({ body: { code: digits } }),
    onSuccess: onVerified,
    onError: (error) => {
      if (isVerifiedAlready(error)) onVerified(null);
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
  // The field is disabled while a code is checked, which takes the focus from it; the next digits belong there again.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (verify.isError) input.current?.focus();
  }, [verify.isError]);
  // Too early is not a failure: the countdown shows it.
  const tooSoon = resend.error instanceof ApiError && resend.error.retryAfter !== null;
  return {
    isVerified: verify.isSuccess || isVerifiedAlready(verify.error),
    field: {
      ref: input,
      label: 'Verification code',
      autoFocus: true,
      value: code,
      onChange: (digits: string) => {
        setCode(digits);
        if (verify.isError) verify.reset();
      },
      onComplete: (digits: string) => {
        if (!verify.isPending) verify.mutate(digits);
      },
      disabled: verify.isPending,
      error: verify.isError ? codeProblem(verify.error) : null,
    },
    /** Seconds until another code can be sent; null when it can be sent now. */
    wait: cooldown > 0 ? inWords(cooldown) : null,
    resend: () => resend.mutate(),
    isResending: resend.isPending,
    isResent: resend.isSuccess && !verify.isError,
    resendProblem:
      resend.isError && !tooSoon
        ? errorText(resend.error, 'Failed to resend verification code. Please try again.')
        : null,
  };
}
