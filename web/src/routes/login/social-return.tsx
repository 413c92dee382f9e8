import { useNavigate } from 'react-router';
import { homeAfterSignIn } from '#features/logins/home-after-sign-in.ts';
import { dataIn, problemOf, socialAnswer, socialErrorText } from '#features/logins/social-answer.ts';
import { type AppleData, type GoogleData, providerName, socialData } from '#features/logins/social-data.ts';
import { endTrip, type Return } from '#features/logins/social-trip.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useRunOnce } from '#routes/run-once.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Spinner } from '#ui/spinner.tsx';

type Props = { back: Return; onProblem: (text: string) => void; onLink: (email: string) => void };

/** Back from Google or Apple: signs in, finishes the registration, or links the account. */
export function SocialReturn({ back, onProblem, onLink }: Props) {
  const { provider } = back;
  usePageTitle('Sign in');
  const { signIn } = useLogin();
  const navigate = useNavigate();

  async function finish() {
    // The code works once and doesn't belong in the history.
    endTrip();
    void navigate('/login', { replace: true });
    const problem = problemOf(back);
    if (problem) return onProblem(problem);
    try {
      const answer = await socialAnswer(back);
      const data = dataIn(answer);
      if (data) socialData(provider).write(data as GoogleData & AppleData);
      if (answer.action === 'complete_registration') {
        void navigate(`/register/${provider}-complete`, { replace: true });
        return;
      }
      if (answer.action === 'link_account') {
        toasts.brief.blank(answer.message ?? `Sign in to link your ${providerName[provider]} account.`);
        const query = new URLSearchParams({ email: answer.email ?? '', [`link_${provider}`]: 'true' });
        void navigate(`/login?${query}`, { replace: true });
        onLink(answer.email ?? '');
        return;
      }
      const { access_token, refresh_token, user, gym_config } = answer;
      if (!access_token || !refresh_token || !user || !gym_config) throw new Error('The answer holds no sign-in');
      if (provider === 'apple')
        homeAfterSignIn.write(answer.created && user.role !== 'regular_user' ? '/onboarding' : '/app');
      signIn({
        access_token,
        refresh_token,
        user,
        gym_config,
        must_change_password: answer.must_change_password ?? false,
        current_gym_id: answer.current_gym_id ?? null,
        organization: answer.organization ?? null,
      });
    } catch (error) {
      onProblem(socialErrorText(error, provider));
    }
  }
  useRunOnce(() => void finish());

  return (
    <GuestShell>
      <div role="status" className="flex flex-col items-center gap-5 text-center">
        <Spinner className="size-8 text-primary-text" />
        <h1 className="text-xl">Signing you in with {providerName[provider]}</h1>
      </div>
    </GuestShell>
  );
}
