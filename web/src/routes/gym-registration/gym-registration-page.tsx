import { Building2, LogIn, MailCheck, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { GymForm } from '#features/registration/gym-form.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { buttonClass } from '#ui/button-class.ts';

export function GymRegistrationPage() {
  usePageTitle('Register your gym');
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <GuestShell wide pitch="owner">
      {sentTo ? (
        <Registered email={sentTo} />
      ) : (
        <div className="flex flex-col gap-8">
          <div className="flex flex-col gap-2">
            <h1 className="text-2xl">Register your gym</h1>
            <p className="text-text-secondary">Setup in 5 minutes. Members can join as soon as you invite them.</p>
          </div>
          <GymForm onRegistered={setSentTo} />
          <p className="text-center text-sm text-text-secondary">
            In a hurry?{' '}
            <Link to="/register/gym-simple" className="font-semibold text-primary-text hover:underline">
              Sign up on one page
            </Link>
          </p>
        </div>
      )}
    </GuestShell>
  );
}

const nextSteps = [
  [MailCheck, 'Check your email', 'Your setup code is in the welcome email.'],
  [LogIn, 'Log in to the admin dashboard', 'The first time, use your setup code instead of a password.'],
  [Building2, 'Complete the gym profile', 'Confirm your location, then set your opening hours, colors and logo.'],
  [UsersRound, 'Invite staff and members', 'Create invite codes and share them as a link, a QR code or a poster.'],
] as const;

function Registered({ email }: { email: string }) {
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <span className="grid size-16 place-items-center rounded-full bg-status-success-bg text-status-success-text">
          <MailCheck aria-hidden="true" className="size-7" />
        </span>
        <h1 className="text-2xl">Your gym is registered</h1>
        <p role="status" className="text-lg text-text-secondary">
          An email with login credentials was sent to <span className="font-semibold text-text-primary">{email}</span>.
        </p>
      </div>
      <div className="flex flex-col gap-4">
        <h2 className="text-base">Next steps</h2>
        <ol className="flex flex-col gap-5">
          {nextSteps.map(([Icon, title, text]) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-control bg-primary-soft text-primary-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <p className="flex flex-col">
                <span className="font-semibold">{title}</span>
                <span className="text-sm text-text-secondary">{text}</span>
              </p>
            </li>
          ))}
        </ol>
      </div>
      <a href="/" className={buttonClass({ size: 'lg', full: true })}>
        Back to Homepage
      </a>
    </div>
  );
}
