import type { User } from '@spotter/contract/users/users.ts';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useEmailCode } from '#platform/login/use-email-code.ts';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Banner } from '#ui/status/banner.tsx';

const SHOWN_FOR_MS = 1500;

type Props = {
  email: string;
  /** When the first code was sent, at registration. */
  codeSentAt: string;
  onVerified: (user: User | null) => void;
};

/** Six digits, submitted with the last one. Success shows briefly before the next step. */
export function VerifyStep({ email, codeSentAt, onVerified }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { isVerified, field, wait, resend, isResending, isResent, resendProblem } = useEmailCode({
    codeSentAt,
    onVerified: (user) => {
      timer.current = setTimeout(() => onVerified(user), SHOWN_FOR_MS);
    },
  });
  if (isVerified)
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
      {resendProblem ? <Banner>{resendProblem}</Banner> : null}
      {isResent ? <Banner tone="success">A new code is on its way.</Banner> : null}
      <CodeInput {...field} />
      <p className="text-sm text-text-secondary">
        No email? Check your spam folder.{' '}
        {wait ? (
          <span data-figures="">You can resend the code in {wait}.</span>
        ) : (
          <button
            type="button"
            disabled={isResending}
            onClick={resend}
            className="touch-target font-semibold text-primary-text hover:underline disabled:opacity-50"
          >
            Resend code
          </button>
        )}
      </p>
    </div>
  );
}
