import clsx from 'clsx';
import { Check, UserCog, UserMinus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { ProfileLink, useOpenProfile } from '#platform/people/profile-link.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { guestsOf } from '../cache/session-patches.ts';
import { guestsInWords, membersIn, type RankedParticipant, rankParticipants } from '../participants.ts';
import type { SessionDetail } from '../session.ts';
import { MyGuests } from '../spots/guests.tsx';
import { useCheckIn, useSetCoHost } from '../spots/spots.mutations.ts';
import { hasEnded } from '../times/session-time.ts';

/** As many avatars as fit three rows on a phone; the rest show on request. */
const FEW = 12;

type Props = { session: SessionDetail; friendIds: ReadonlySet<string>; heading: 'h2' | 'h3' };

/** Participants: avatars first, the host marked, friends before others. The host checks in who came. */
export function SessionPeople({ session, friendIds, heading: Heading }: Props) {
  const reader = useUser();
  const [showsAll, setShowsAll] = useState(false);
  const people = rankParticipants(session.participants, { hostId: session.creator.id, readerId: reader.id, friendIds });
  const isTicking = session.can_check_in_others;
  const shown = showsAll || isTicking ? people : people.slice(0, FEW);
  const here = session.checked_in_user_ids.length;
  const isGone = session.status === 'cancelled' || hasEnded(session, serverNow());
  return (
    <section className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Heading className="text-base">{isTicking ? "Who's here?" : isGone ? 'Who was in' : "Who's in"}</Heading>
        {session.status !== 'cancelled' && here > 0 ? (
          <Badge tone="success">{`${here} of ${membersIn(session)} ${isGone ? 'came' : 'here'}`}</Badge>
        ) : null}
      </div>
      {isTicking ? <p className="-mt-2 text-sm text-text-secondary">Tap each person as they arrive.</p> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-x-2 gap-y-4">
        {shown.map((one) => (
          <li key={one.person.id} className="min-w-0 [contain-intrinsic-size:auto_7.0625rem] [content-visibility:auto]">
            <One one={one} session={session} isTicking={isTicking} />
          </li>
        ))}
      </ul>
      {shown.length < people.length ? (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          Show all {people.length}
        </Button>
      ) : null}
      <Guests session={session} />
      {session.invited.length > 0 ? <Asked people={session.invited} answer="Invited, waiting" /> : null}
      {session.declined.length > 0 ? <Asked people={session.declined} answer="Can't go" /> : null}
    </section>
  );
}

/** Guests of other members, and the reader's own with what changes them. */
function Guests({ session }: { session: SessionDetail }) {
  const named = guestsInWords(session, useUser().id);
  if (!named && !session.can_bring_guests) return null;
  return (
    <div className="flex flex-col gap-2.5">
      {named ? (
        <p dir="auto" className="break-words text-sm text-text-secondary">
          <span className="font-medium">Guests:</span> {named}
        </p>
      ) : null}
      {session.can_bring_guests ? <MyGuests session={session} /> : null}
    </div>
  );
}

type AskedProps = { people: SessionDetail['invited']; answer: string };

/** Invited members who haven't answered or can't go, shown to the host in a muted style. */
function Asked({ people, answer }: AskedProps) {
  return (
    <section aria-label={answer} className="flex flex-col gap-1.5 text-sm text-text-secondary">
      <p className="font-medium">{answer}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {people.map((person) => (
          <li key={person.id} className="min-w-0">
            <ProfileLink
              userId={person.id}
              name={nameOf(person)}
              className="touch-target flex min-w-0 items-center gap-2 rounded-full"
            >
              <Avatar {...faceOf(person)} size="sm" decorative className="opacity-60 grayscale" />
              <span dir="auto" className="min-w-0 break-words">
                {person.first_name}
              </span>
            </ProfileLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ one, session, isTicking }: { one: RankedParticipant; session: SessionDetail; isTicking: boolean }) {
  const checkIn = useCheckIn();
  const setCoHost = useSetCoHost();
  const openProfile = useOpenProfile();
  const { person } = one;
  const isCoHost = session.co_host_ids.includes(person.id);
  const isHere = session.checked_in_user_ids.includes(person.id);
  const guests = guestsOf(session, person.id).length;
  const label = guests > 0 ? `${nameOf(person)} and ${guests === 1 ? '1 guest' : `${guests} guests`}` : nameOf(person);
  const face = (
    <>
      <span className="relative flex">
        <Avatar {...faceOf(person)} size="lg" decorative className={clsx(isTicking && !isHere && 'opacity-60')} />
        {isHere ? (
          <span className="absolute -right-0.5 -bottom-0.5 grid size-6 place-items-center rounded-full bg-status-success text-on-status-success ring-2 ring-bg-main">
            <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />
          </span>
        ) : null}
      </span>
      <span className="flex w-full min-w-0 justify-center gap-1 text-sm leading-tight" title={nameOf(person)}>
        <span dir="auto" className="truncate">
          {one.isReader ? 'You' : person.first_name}
        </span>
        {guests > 0 ? <span data-figures="">+{guests}</span> : null}
      </span>
      <span className="-mt-1 h-4 text-text-secondary text-xs leading-4">
        {one.isHost ? 'Host' : isCoHost ? 'Co-host' : one.isFriend ? 'Friend' : isHere ? 'Here' : ''}
      </span>
    </>
  );
  const look = 'flex w-full min-w-0 flex-col items-center gap-1.5 rounded-card py-1 text-center';
  if (!isTicking && session.can_choose_co_hosts && !one.isHost)
    return (
      <Menu
        align="start"
        groups={[
          [
            { label: 'Profile', icon: <UserRound />, onSelect: () => openProfile?.(person.id) },
            {
              label: isCoHost ? 'Remove as co-host' : 'Make co-host',
              icon: isCoHost ? <UserMinus /> : <UserCog />,
              onSelect: () => void setCoHost({ session, userId: person.id, isCoHost: !isCoHost }),
            },
          ],
        ]}
        trigger={
          <button type="button" aria-label={label} className={clsx(look, 'transition hover:bg-bg-secondary')}>
            {face}
          </button>
        }
      />
    );
  if (!isTicking)
    return (
      <ProfileLink userId={person.id} name={label} className={look}>
        {face}
      </ProfileLink>
    );
  return (
    <button
      type="button"
      aria-pressed={isHere}
      aria-label={`${nameOf(person)} is here`}
      onClick={() => void checkIn({ session, userIds: [person.id], attended: !isHere })}
      className={clsx(look, 'transition hover:bg-bg-secondary active:scale-[0.97]')}
    >
      {face}
    </button>
  );
}
