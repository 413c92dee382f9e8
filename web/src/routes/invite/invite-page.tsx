import { useQuery } from '@tanstack/react-query';
import { LinkIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { facesOf, type Invite, keepInvite, type SharedSession, sessionMoment } from '#features/invites/invite.ts';
import { InviteCard } from '#features/invites/invite-cards.tsx';
import { type InviteType, isInviteType } from '#features/invites/invite-type.ts';
import { useOrganizationTheme } from '#features/invites/organization-theme.ts';
import { pendingFriendInvite, pendingInvite } from '#features/invites/pending-invite.ts';
import { useJoinByToken, useJoinPlatformInvite, useRedeemInviteCode } from '#features/invites/use-join.ts';
import { InviteProblem, validateInvite } from '#features/invites/validate-invite.ts';
import { GymChoice } from '#features/registration/gym-choice.tsx';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { FullPageWait, Unreachable } from '#routes/waiting.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Banner } from '#ui/status/banner.tsx';
import { Skeleton, SkeletonText } from '#ui/status/skeleton.tsx';
import { useEnterApp } from './use-enter-app.ts';

/** `/i/{type}/{code}`: what the visitor is invited to, and the button that accepts. */
export function InvitePage() {
  const { type, code = '' } = useParams();
  const { status, retry } = useLogin();
  if (!isInviteType(type) || code.trim() === '') return <InvalidInvite title="Invalid invite link" />;
  // Only a signed-in visitor can already be a friend or participant.
  if (status === 'loading') return <FullPageWait />;
  if (status === 'unreachable') return <Unreachable onRetry={retry} />;
  return <CheckedInvite key={`${type}/${code}`} type={type} code={code} />;
}

const organizationOf = (invite: Invite) =>
  invite.type === 'session' ? invite.session.organization : invite.organization;

function CheckedInvite({ type, code }: { type: InviteType; code: string }) {
  const { user } = useLogin();
  const [query] = useSearchParams();
  const referrer = query.get('ref') ?? query.get('referrer_code') ?? undefined;
  const validation = useQuery({
    queryKey: ['invite', type, code, referrer, user?.id],
    queryFn: () => validateInvite(type, code, referrer),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { error, data: invite } = validation;
  const organization = invite && organizationOf(invite);
  const { isDressed } = useOrganizationTheme(organization?.id);
  usePageTitle("You're invited", organization?.name);

  if (invite && isDressed) return <StandingInvite invite={invite} />;
  if (error instanceof ApiError && error.status === 403)
    return <AfterSignIn type={type} code={code} referrer={referrer} />;
  if (error)
    return (
      <InvalidInvite
        title={error instanceof InviteProblem ? error.message : 'Unable to validate invite'}
        detail={error instanceof InviteProblem ? error.detail : null}
        retry={
          error instanceof InviteProblem && !error.temporary
            ? undefined
            : { again: () => void validation.refetch(), busy: validation.isFetching }
        }
      />
    );
  return (
    <GuestShell wide>
      <div className="flex flex-col gap-6" aria-busy="true">
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="h-9 w-4/5" />
        <SkeletonText lines={3} />
        <Skeleton className="h-12 w-full rounded-card" />
      </div>
    </GuestShell>
  );
}

/** Signed-in users only: the invite is kept during sign-in. */
function AfterSignIn({ type, code, referrer }: { type: InviteType; code: string; referrer: string | undefined }) {
  useEffect(() => pendingInvite.write({ type, code, referrerCode: referrer }), [type, code, referrer]);
  return <Navigate to="/login" replace />;
}

function alreadyThere(invite: Invite): string | null {
  if (invite.type === 'friend' && invite.alreadyFriends) return "You're already friends!";
  if (invite.type === 'session' && invite.session.user_is_participant) return "You're already in this session!";
  return null;
}

function preview(session: SharedSession) {
  const { date, time } = sessionMoment(session);
  return {
    title: session.title,
    when: `${date}, ${time}`,
    faces: facesOf(session),
    total: session.current_participants,
  };
}

function StandingInvite({ invite }: { invite: Invite }) {
  const already = alreadyThere(invite);
  useEffect(() => {
    if (already) toasts.brief.success(already, { id: 'already' });
  }, [already]);
  if (already) return <Navigate to="/app" replace />;
  const organization = organizationOf(invite);
  return (
    <GuestShell
      wide
      brand={organization?.name}
      session={invite.type === 'session' ? preview(invite.session) : undefined}
    >
      <div className="flex flex-col gap-7">
        <InviteCard invite={invite} />
        <Accept invite={invite} />
      </div>
    </GuestShell>
  );
}

function Accept({ invite }: { invite: Invite }) {
  const { user } = useLogin();
  const navigate = useNavigate();
  const onJoined = useEnterApp();
  const joinSession = useJoinByToken({ onJoined });
  const joinFriend = useJoinPlatformInvite({ onJoined });

  if (!user)
    return (
      <Action
        label={invite.type === 'org' ? 'Join Now' : invite.type === 'friend' ? 'Accept Invitation' : 'Join Session'}
        onClick={() => {
          keepInvite(invite);
          void navigate('/register');
        }}
        note={<SignInInstead invite={invite} />}
      />
    );
  if (invite.type === 'org')
    return user.organization ? (
      <Action label="Go to App" onClick={() => void navigate('/app')} />
    ) : (
      <Redeem invite={invite} />
    );
  if (invite.type === 'friend')
    return (
      <Action
        label="Connect"
        loading={joinFriend.isPending}
        onClick={() => {
          if (user.organization) return joinFriend.mutate(invite.code);
          // Joining also brings a gym, which the app's own page explains.
          pendingFriendInvite.write(invite.code);
          void navigate('/app/platform-invite');
        }}
      />
    );
  return (
    <Action
      label="Join Session"
      loading={joinSession.isPending}
      onClick={() => joinSession.mutate({ token: invite.code, referrerCode: invite.referrerCode })}
    />
  );
}

type ActionProps = { label: string; onClick: () => void; loading?: boolean; note?: ReactNode };

function Action({ label, onClick, loading, note }: ActionProps) {
  return (
    <div className="flex flex-col gap-4">
      <Button size="xl" full loading={loading} onClick={onClick}>
        {label}
      </Button>
      {note}
    </div>
  );
}

function SignInInstead({ invite }: { invite: Invite }) {
  const navigate = useNavigate();
  return (
    <p className="text-center text-sm text-text-secondary">
      Already a member?{' '}
      <button
        type="button"
        className="font-semibold text-primary-text hover:underline"
        onClick={() => {
          keepInvite(invite);
          void navigate('/login');
        }}
      >
        Sign in
      </button>
    </p>
  );
}

/** A user with an account and no gym joins with one tap, after choosing among several locations. */
function Redeem({ invite }: { invite: Extract<Invite, { type: 'org' }> }) {
  const redeem = useRedeemInviteCode({ onJoined: useEnterApp() });
  const [gymId, setGymId] = useState(invite.gyms.length === 1 ? (invite.gyms[0]?.id ?? null) : null);
  const [tried, setTried] = useState(false);
  const missing = invite.gyms.length > 1 && !gymId;
  return (
    <div className="flex flex-col gap-5">
      {redeem.isError ? <Banner>{errorText(redeem.error, 'Failed to process invite')}</Banner> : null}
      {invite.gyms.length > 1 ? (
        <GymChoice
          gyms={invite.gyms}
          value={gymId}
          onChange={setGymId}
          error={tried && missing ? 'Please select a location' : null}
        />
      ) : null}
      <Action
        label="Join Now"
        loading={redeem.isPending}
        onClick={() => {
          setTried(true);
          if (!missing) redeem.mutate({ code: invite.code, gymId: gymId ?? undefined });
        }}
      />
    </div>
  );
}

type InvalidProps = { title: string; detail?: string | null; retry?: { again: () => void; busy: boolean } };

function InvalidInvite({ title, detail, retry }: InvalidProps) {
  usePageTitle('Invite');
  return (
    <GuestShell>
      <div role="alert" className="flex flex-col items-start gap-5">
        <span className="grid size-14 place-items-center rounded-full bg-status-error-bg text-status-error-text">
          <LinkIcon aria-hidden="true" className="size-6" />
        </span>
        <h1 className="text-2xl">{title}</h1>
        <p className="text-lg text-text-secondary">
          {detail ? `${detail} ` : null}
          {retry ? 'Try again in a moment.' : 'Ask the person who sent it for a new one.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {retry ? (
            <Button size="lg" onClick={retry.again} loading={retry.busy}>
              Try again
            </Button>
          ) : null}
          <a href="/" className={buttonClass({ size: 'lg', variant: retry ? 'secondary' : 'primary' })}>
            Go to Home
          </a>
        </div>
      </div>
    </GuestShell>
  );
}
