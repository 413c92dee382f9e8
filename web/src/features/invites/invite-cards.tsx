import { facesInList } from '@spotter/contract/sessions/limits.ts';
import { CalendarDays, Clock, MapPin, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { clockAt } from '#platform/timezones/zone-clock.ts';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { facesOf, type Invite, inviterOf, type SharedSession, sessionMoment } from './invite.ts';

type Of<T extends Invite['type']> = Extract<Invite, { type: T }>;

function Heading({ eyebrow, title, text }: { eyebrow?: ReactNode; title: ReactNode; text?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      {eyebrow ? <p className="font-semibold text-primary-text text-sm">{eyebrow}</p> : null}
      <h1 className="text-2xl">{title}</h1>
      {text ? <p className="text-lg text-text-secondary">{text}</p> : null}
    </div>
  );
}

function OrganizationCard({ invite }: { invite: Of<'org'> }) {
  const { organization, gyms, faces } = invite;
  return (
    <>
      {faces.length > 0 ? (
        <AvatarGroup
          size="md"
          max={faces.length}
          label="Members"
          faces={faces.map(({ initials, avatar_color }) => ({ name: initials, initials, color: avatar_color }))}
        />
      ) : null}
      <Heading
        eyebrow="You're invited"
        title={
          <>
            Join Up
            <span className="block text-text-secondary">{organization.name}</span>
          </>
        }
        text="Find training partners, join sessions with one tap and chat with the people you lift with."
      />
      {gyms.length > 0 ? (
        <ul className="flex flex-wrap gap-x-5 gap-y-2 text-text-secondary">
          {gyms.map((gym) => (
            <li key={gym.id} className="inline-flex min-w-0 items-center gap-1.5">
              <MapPin aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" />
              <span className="min-w-0 break-words">{gym.name}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function FriendCard({ invite }: { invite: Of<'friend'> }) {
  const { inviter, gym, organization } = invite;
  return (
    <>
      <Avatar
        name={inviter.name}
        initials={inviter.initials}
        src={inviter.avatar_url}
        color={inviter.avatar_color}
        size="xl"
        decorative
      />
      <Heading
        eyebrow="You're invited"
        title={`${inviter.name} wants to train with you`}
        text={`Accept to become friends${organization ? ` at ${organization.name}` : ''}. You can chat and plan your next session together.`}
      />
      {gym ? (
        <p className="inline-flex items-center gap-2 text-text-secondary">
          <MapPin aria-hidden="true" className="size-5 text-text-tertiary" />
          {gym.name}
        </p>
      ) : null}
    </>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className="mt-0.5 text-text-tertiary [&_svg]:size-5">
        {icon}
      </span>
      <dt className="sr-only">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Shown only if the reader's clock differs. */
function placeOfOtherZone(zone: string): string | null {
  const sameClock = clockAt(zone, new Date())?.offset === -new Date().getTimezoneOffset();
  return sameClock ? null : (zone.split('/').at(-1)?.replaceAll('_', ' ') ?? null);
}

function spots(session: SharedSession): ReactNode {
  const { current_participants: current, max_participants: most, available_spots: left } = session;
  return (
    <span className="flex flex-wrap items-center gap-2.5">
      <AvatarGroup faces={facesOf(session)} total={current} max={facesInList} />
      <span data-figures="">
        {current}/{most} participants
      </span>
      {left === 0 ? <Badge tone="error">Full</Badge> : null}
      {left > 0 && left <= 3 ? <Badge tone="warning">{left === 1 ? '1 spot left' : `${left} spots left`}</Badge> : null}
    </span>
  );
}

const possessive = (name: string) => (/s$/i.test(name) ? `${name}'` : `${name}'s`);

function SessionCard({ invite }: { invite: Of<'session'> }) {
  const { session } = invite;
  const { date, time } = sessionMoment(session);
  const { creator } = session;
  const inviter = inviterOf(session);
  const elsewhere = placeOfOtherZone(session.start_time.timezone);
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar
          name={inviter.name}
          initials={inviter.initials}
          src={inviter.avatar_url}
          color={inviter.avatar_color}
          decorative
        />
        <p className="text-text-secondary">
          <span className="font-semibold text-text-primary">{inviter.name}</span>{' '}
          {session.shared_by ? `invited you to ${possessive(creator.full_name)} session` : 'invited you to train'}
        </p>
      </div>
      <Heading title={session.title} />
      <dl className="flex flex-col gap-3 text-lg">
        <Fact icon={<CalendarDays />} label="Date and time">
          <time dateTime={session.start_time.utc} className="font-semibold">
            {date}, <span className="whitespace-nowrap">{time}</span>
          </time>
          {elsewhere ? <span className="text-text-secondary"> {elsewhere} time</span> : null}
        </Fact>
        <Fact icon={<Clock />} label="Duration">
          {session.session_duration_minutes} minutes
        </Fact>
        <Fact icon={<UsersRound />} label="Participants">
          {spots(session)}
        </Fact>
        <Fact icon={<MapPin />} label="Location">
          {session.gym.name}
          {session.gym.name.includes(session.organization.name) ? null : (
            <span className="text-text-secondary">, {session.organization.name}</span>
          )}
        </Fact>
        <Fact icon={<UserRound />} label="Host">
          Hosted by {creator.full_name}
        </Fact>
      </dl>
      {session.description ? (
        <p className="whitespace-pre-line border-border border-l-2 pl-4 text-text-secondary">{session.description}</p>
      ) : null}
    </>
  );
}

export function InviteCard({ invite }: { invite: Invite }) {
  if (invite.type === 'org') return <OrganizationCard invite={invite} />;
  return invite.type === 'friend' ? <FriendCard invite={invite} /> : <SessionCard invite={invite} />;
}
