import type { AuthResponse } from '@spotter/contract/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, use, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { demoFlag } from '#features/demo/demo-storage.ts';
import { pendingInvite } from '#features/invites/pending-invite.ts';
import { InviteCodeForm } from '#features/logins/invite-code-form.tsx';
import { pendingAccountLink } from '#features/logins/pending-account-link.ts';
import { SignInForm } from '#features/logins/sign-in-form.tsx';
import { SocialButtons } from '#features/logins/social-buttons.tsx';
import { providerName } from '#features/logins/social-data.ts';
import { readReturn } from '#features/logins/social-trip.ts';
import { passwordRenewed } from '#features/sessions/calendar-feed/password-renewed.ts';
import { api } from '#platform/api/api.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useSignedInElsewhere } from '#platform/login/use-signed-in-elsewhere.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Banner } from '#ui/status/banner.tsx';
import { useSignInBrand } from './use-sign-in-brand.ts';

const ForgottenPasswordForm = lazy(async () => ({
  default: (await import('#features/logins/forgotten-password-form.tsx')).ForgottenPasswordForm,
}));

const NewPasswordForm = lazy(async () => ({
  default: (await import('#features/logins/new-password-form.tsx')).NewPasswordForm,
}));

/** Needed only when returning from a provider. */
const SocialReturn = lazy(async () => ({ default: (await import('./social-return.tsx')).SocialReturn }));

/** Beside the sign-in itself, by their parameter. Mails about a password lead to `forgot`. */
const otherScreens = ['invite', 'forgot'] as const;
type OtherScreen = (typeof otherScreens)[number];

const fromSignIn = { isFromSignIn: true };

/** The organization of this sign-in page, on all its screens. */
const Brand = createContext<string | undefined>(undefined);

export const LoginPage = () => (
  <Brand value={useSignInBrand()}>
    <LoginScreen />
  </Brand>
);

function LoginScreen() {
  const [query, setQuery] = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const shown = otherScreens.find((name) => query.get(name) === 'true');
  const [back, setBack] = useState(() => readReturn(window.location));
  const [problem, setProblem] = useState<string | null>(null);
  const [isLinkSent, setLinkSent] = useState(false);
  const { signIn } = useLogin();
  const resetToken = query.get('reset');
  const { search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => pendingAccountLink.store(search), [search]);
  const linking = pendingAccountLink.read(search);

  /** A step of the history, so that the browser's Back leads to the sign-in. */
  function show(screen: OtherScreen) {
    setLinkSent(false);
    setQuery((now) => new URLSearchParams([...now, [screen, 'true']]), { state: fromSignIn });
  }
  function toSignIn() {
    if ((state as typeof fromSignIn | null)?.isFromSignIn) return void navigate(-1);
    setQuery((now) => new URLSearchParams([...now].filter(([name]) => name !== shown)), { replace: true });
  }
  if (back)
    return (
      <SocialReturn
        back={back}
        onProblem={(text) => {
          setProblem(text);
          setBack(null);
        }}
        onLink={(known) => {
          setEmail(known);
          setBack(null);
        }}
      />
    );
  if (resetToken)
    return (
      <ResetPassword
        token={resetToken}
        onDone={(auth) => {
          toasts.success('Your new password is set');
          passwordRenewed.write('true');
          signIn(auth);
        }}
        onBack={() => setQuery({}, { replace: true })}
      />
    );
  if (shown === 'invite') return <JoinWithInviteCode onBack={toSignIn} />;
  if (shown === 'forgot')
    return (
      <Frame
        title={isLinkSent ? 'Check your inbox' : 'Forgot your password?'}
        text={
          isLinkSent
            ? undefined
            : "Enter your email and we'll send you a link. Open it to set a new password, and you're back in."
        }
        onBack={toSignIn}
      >
        <ForgottenPasswordForm email={email} onEmailChange={setEmail} isSent={isLinkSent} onSentChange={setLinkSent} />
      </Frame>
    );
  return (
    <SignIn
      email={email}
      onEmailChange={setEmail}
      setup={query.get('setup') === 'true'}
      linking={linking && providerName[linking]}
      problem={problem}
      onSignedIn={signIn}
      onShow={show}
    />
  );
}

type SignInProps = {
  email: string;
  onEmailChange: (email: string) => void;
  setup: boolean;
  linking: string | null;
  /** An error from a provider. */
  problem: string | null;
  onSignedIn: (auth: AuthResponse) => void;
  onShow: (screen: OtherScreen) => void;
};

function SignIn({ email, onEmailChange, setup, linking, problem, onSignedIn, onShow }: SignInProps) {
  useSignedInElsewhere();
  // Leaving a demo clears its flag, so here it means that the demo ended by itself.
  const [isAfterDemo, setAfterDemo] = useState(() => demoFlag.read() !== null);
  if (isAfterDemo && !setup && !linking && !problem)
    return (
      <DemoEnded
        onLeave={() => {
          demoFlag.remove();
          setAfterDemo(false);
        }}
      />
    );
  return (
    <Frame title={(brand) => (setup ? 'Complete Account Setup' : `Sign in to ${brand}`)}>
      {problem ? <Banner>{problem}</Banner> : null}
      {linking ? <Banner tone="info">Sign in with your password to link your {linking} account.</Banner> : null}
      <SignInForm
        setup={setup}
        email={email}
        onEmailChange={onEmailChange}
        onSignedIn={onSignedIn}
        onForgotten={() => onShow('forgot')}
      />
      {setup ? null : <SocialButtons />}
      <Button variant="ghost" size="lg" full onClick={() => onShow('invite')}>
        Have an invite code?
      </Button>
    </Frame>
  );
}

/** A visitor whose demo has ended, after its hour or because we ended it, learns why they are here and how to go on. */
function DemoEnded({ onLeave }: { onLeave: () => void }) {
  return (
    <Frame
      title="This demo has ended."
      text="We've cleared its data. If you chose a look for your gym, you can keep it. Setup takes 5 minutes, and the pilot is free."
    >
      <div className="flex flex-col gap-3">
        <Link to="/register/gym" onClick={onLeave} className={buttonClass({ size: 'lg', full: true })}>
          Make it yours
        </Link>
        <Link to="/demo" className={buttonClass({ variant: 'secondary', size: 'lg', full: true })}>
          Start a new demo
        </Link>
        <Button variant="ghost" full onClick={onLeave}>
          Sign in instead
        </Button>
      </div>
    </Frame>
  );
}

function JoinWithInviteCode({ onBack }: { onBack: () => void }) {
  const navigate = useNavigate();
  return (
    <Frame
      title="Join with Invite Code"
      text="Your gym gives you a code on a poster, by email or at the front desk."
      onBack={onBack}
    >
      <InviteCodeForm
        submitLabel="Join"
        onValid={(code, invite) => {
          pendingInvite.write({
            type: 'org',
            code,
            organizationId: invite.organization_id ?? undefined,
            organizationName: invite.organization_name ?? undefined,
            gymOptions: invite.gyms,
          });
          void navigate('/register');
        }}
      />
      <p className="text-center text-sm text-text-secondary">
        Gym not on Spotter yet?{' '}
        <Link to="/nominate" className="font-semibold text-primary-text hover:underline">
          Request your gym
        </Link>
      </p>
    </Frame>
  );
}

type ResetProps = { token: string; onDone: (auth: AuthResponse) => void; onBack: () => void };

function ResetPassword({ token, onDone, onBack }: ResetProps) {
  const reset = useMutation({
    mutationFn: (password: string) => api.confirmPasswordReset({ body: { token, new_password: password } }),
    onSuccess: onDone,
  });
  return (
    <Frame title="Set a new password" text="You'll be signed out everywhere else." onBack={onBack}>
      <NewPasswordForm
        submitLabel="Set password"
        save={(password) => reset.mutate(password)}
        saving={reset.isPending}
        error={reset.error}
      />
    </Frame>
  );
}

type FrameProps = {
  title: string | ((brand: string) => string);
  text?: string;
  onBack?: () => void;
  children: ReactNode;
};

function Frame({ title: named, text, onBack, children }: FrameProps) {
  const brand = use(Brand);
  const title = typeof named === 'string' ? named : named(brand ?? 'Spotter');
  usePageTitle(title, brand);
  return (
    <GuestShell brand={brand}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">{title}</h1>
          {text ? <p className="text-text-secondary">{text}</p> : null}
        </div>
        {children}
        {onBack ? (
          <Button variant="ghost" full onClick={onBack}>
            Back to sign in
          </Button>
        ) : null}
      </div>
    </GuestShell>
  );
}
