import { type FormEvent, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { InviteSummary } from '#features/invites/invite-summary.tsx';
import { useOrganizationTheme } from '#features/invites/organization-theme.ts';
import {
  type PendingInvite,
  pendingInvite,
  pendingSession,
  pendingShareToken,
} from '#features/invites/pending-invite.ts';
import { InviteCodeForm } from '#features/logins/invite-code-form.tsx';
import {
  type AppleData,
  type GoogleData,
  type Provider,
  providerName,
  socialData,
} from '#features/logins/social-data.ts';
import { GymChoice } from '#features/registration/gym-choice.tsx';
import { chosenGym, invitePart, mustChooseGym } from '#features/registration/invite-part.ts';
import { aboutYouDue } from '#features/users/about-you.ts';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { openInvitedSession } from './open-invited-session.ts';

export const GoogleCompletePage = () => <CompletionPage provider="google" />;
export const AppleCompletePage = () => <CompletionPage provider="apple" />;

type Data = GoogleData | AppleData;

/** Finishes a registration: the provider supplies the name, an invite the gym. */
function CompletionPage({ provider }: { provider: Provider }) {
  const [data] = useState<Data | null>(() => socialData(provider).read());
  const [invite, setInvite] = useState(pendingInvite.read);
  useOrganizationTheme(invite?.organizationId);
  usePageTitle('Complete your registration', invite?.organizationName);
  if (!data) return <Navigate to="/login" replace />;

  const take = (code: string, answer: Answer<'validateInviteCode'>) => {
    const taken: PendingInvite = {
      type: 'org',
      code,
      organizationId: answer.organization?.id ?? answer.organization_id,
      organizationName: answer.organization?.name ?? answer.organization_name,
      gymOptions: answer.gyms,
    };
    pendingInvite.write(taken);
    setInvite(taken);
  };
  const forget = () => {
    pendingInvite.remove();
    pendingSession.remove();
    setInvite(null);
  };

  return (
    <GuestShell brand={invite?.organizationName}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">Complete your registration</h1>
          <p className="text-text-secondary">
            You're signing up with {providerName[provider]} as{' '}
            <span className="font-semibold text-text-primary">{data.email ?? 'a new member'}</span>.
          </p>
        </div>
        {invite ? (
          <>
            <InviteSummary invite={invite} />
            <Complete provider={provider} data={data} invite={invite} />
            <Button variant="ghost" full onClick={forget}>
              Use another invite code
            </Button>
          </>
        ) : (
          <>
            <Banner tone="info">An invite code is required to complete registration</Banner>
            <InviteCodeForm submitLabel="Continue" onValid={take} />
            <p className="text-center text-sm text-text-secondary">
              Gym not on Spotter yet?{' '}
              <Link to="/nominate" className="font-semibold text-primary-text hover:underline">
                Request your gym
              </Link>
            </p>
          </>
        )}
      </div>
    </GuestShell>
  );
}

type CompleteProps = { provider: Provider; data: Data; invite: PendingInvite };

function Complete({ provider, data, invite }: CompleteProps) {
  const { signIn } = useLogin();
  const [gymId, setGymId] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [names, setNames] = useState({
    first_name: ('first_name' in data && data.first_name) || '',
    last_name: ('last_name' in data && data.last_name) || '',
  });
  const gym = chosenGym(invite, gymId);
  const gymMissing = mustChooseGym(invite) && gym === null;

  const completion = useSubmit(
    (named: Partial<typeof names>, options) => {
      const rest = { ...invitePart(invite, gym), ...named };
      return provider === 'google'
        ? api.completeGoogle({ body: { google_data: data as GoogleData, ...rest } }, options)
        : api.completeApple({ body: { apple_data: data as AppleData, ...rest } }, options);
    },
    (answer) => {
      socialData(provider).remove();
      pendingInvite.remove();
      pendingShareToken.remove();
      openInvitedSession(invite, answer.session_joined);
      aboutYouDue.write('true');
      signIn(answer);
    },
  );
  const refused = serverFieldErrors(completion.error);
  // Google has given the server the name. Apple sends it only once, and maybe not to us.
  const askForName = provider === 'apple' || refused.has('first_name') || refused.has('last_name');
  const problems = {
    first_name: askForName && names.first_name.trim() === '' ? 'First name is required' : null,
    last_name: askForName && names.last_name.trim() === '' ? 'Last name is required' : null,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!gymMissing && !problems.first_name && !problems.last_name) completion.submit(askForName ? names : {});
  }

  const startAgain = completion.error instanceof ApiError && completion.error.code === 'social_proof_invalid';
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {completion.isError ? (
        <Banner
          action={
            startAgain ? (
              <Link to="/login" className="font-semibold underline">
                Sign in again
              </Link>
            ) : undefined
          }
        >
          {bannerText(completion.error, Object.keys(names), 'Failed to complete registration.')}
        </Banner>
      ) : null}
      {askForName ? (
        <div className="grid gap-5 sm:grid-cols-2">
          {(['first_name', 'last_name'] as const).map((field) => (
            <TextField
              key={field}
              label={field === 'first_name' ? 'First name' : 'Last name'}
              autoComplete={field === 'first_name' ? 'given-name' : 'family-name'}
              value={names[field]}
              onChange={(event) => setNames({ ...names, [field]: event.target.value })}
              error={tried ? (problems[field] ?? refused.get(field)) : null}
            />
          ))}
        </div>
      ) : null}
      {mustChooseGym(invite) ? (
        <GymChoice
          gyms={invite.gymOptions ?? []}
          value={gymId}
          onChange={setGymId}
          error={tried && gymMissing ? 'Please select a location' : null}
        />
      ) : null}
      <Button type="submit" size="lg" full loading={completion.sending}>
        Complete registration
      </Button>
    </form>
  );
}
