import { minutesOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell, SlidersHorizontal, UsersRound } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { PeopleToTrainWith } from '#features/friends/people-to-train-with.tsx';
import { GymSwitcher } from '#features/gyms/gym-switcher.tsx';
import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { unreadCountQuery } from '#features/notifications/notifications.queries.ts';
import { TourInvite } from '#features/onboarding/tour-invite.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { saysHowTheyTrain } from '#features/users/about-you.ts';
import { useProfileTestMode } from '#features/users/profile-test-mode.tsx';
import { holdFirstScreen, showsFirstScreen } from '#platform/first-screen.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { VerifyEmail } from '#platform/login/verify-email.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { serverNow } from '#platform/server-clock.ts';
import { ProfilePrompt } from '#routes/home/profile-prompt.tsx';
import { useModals } from '#routes/modals.ts';
import { BrandMark } from '#routes/shells/brand-mark.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useParts } from '#ui/list/use-parts.ts';
import { CalendarRenewal } from './calendar-renewal.tsx';
import { NextSection, TodaySection, useUpcoming } from './home-sections.tsx';
import { JoinableSection } from './joinable-section.tsx';
import { LastFinish } from './last-finish.tsx';
import { HeldSpots, Invitations } from './offers.tsx';
import { asideClass, Section } from './section.tsx';

const InstallOffer = lazy(() => import('./install-offer.tsx'));

/** By the clock on the gym's wall, as every other time on this screen. */
function greeting(timeZone: string | undefined): string {
  const hour = timeZone ? Math.floor(minutesOf(wallAt(serverNow(), timeZone).time) / 60) : new Date().getHours();
  if (hour < 5) return 'Hello';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** In the order they are drawn, after the header. A phone's first screen has three rows; then rows follow one by one. */
const PARTS = { next: 1, joinable: 2, joinableRows: 3, joinableRest: 6, today: 7, people: 8 };

function rowsDue(due: number): number {
  if (due < PARTS.joinableRows) return 0;
  return due < PARTS.joinableRest ? due : Number.POSITIVE_INFINITY;
}

/** While the outline covers the page, also the parts of a phone's first screen are drawn one after another. */
function useHomeParts(): number {
  const [isCovered] = useState(showsFirstScreen);
  const due = useParts(isCovered ? 0 : PARTS.joinableRows, PARTS.people, PARTS.joinableRows);
  const isShown = due >= PARTS.joinableRows;
  useLayoutEffect(() => (isShown ? undefined : holdFirstScreen()), [isShown]);
  return due;
}

/** Home answers: who am I training with next, and what can I join today? */
export function HomePage() {
  usePageTitle('Home');
  const { gym, emulation } = useLogin();
  const { open } = useModals();
  const testing = useProfileTestMode();
  const upcoming = useUpcoming();
  const due = useHomeParts();
  const onOpen = (session: SessionItem) => open({ name: 'session', id: session.id });
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 pt-4 md:gap-6 md:px-8 md:pt-8">
      <Header />
      {gym ? (
        <div className="grid gap-x-10 gap-y-7 md:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] md:gap-y-8">
          <div className="flex min-w-0 flex-col gap-7 md:gap-8">
            {due >= PARTS.next ? (
              <div className="flex flex-col gap-4">
                <HeldSpots onOpen={onOpen} />
                <Invitations onOpen={onOpen} />
                <LastFinish isFresh />
                <NextSection gym={gym} onOpen={onOpen} />
                <LastFinish isFresh={false} />
                <div className="flex flex-col gap-2 empty:hidden">
                  <VerifyEmail />
                  <CalendarRenewal />
                  {emulation || testing ? (
                    <ProfilePrompt />
                  ) : (
                    <TourInvite
                      otherwise={
                        <ProfilePrompt
                          otherwise={
                            <Suspense>
                              <InstallOffer />
                            </Suspense>
                          }
                        />
                      }
                    />
                  )}
                </div>
              </div>
            ) : null}
            {due >= PARTS.joinable ? (
              <JoinableSection gym={gym} onOpen={onOpen} isFirstStep={upcoming?.length === 0} rows={rowsDue(due)} />
            ) : null}
          </div>
          {due >= PARTS.today ? (
            <div className="flex min-w-0 flex-col gap-7 md:gap-8">
              <TodaySection gym={gym} onOpen={onOpen} />
              {due >= PARTS.people ? <PeopleSection /> : null}
            </div>
          ) : null}
        </div>
      ) : (
        <>
          <VerifyEmail />
          <JoinYourGym />
        </>
      )}
    </div>
  );
}

/** Suggested members, with reasons. Members who signed up without saying how they train can do so here. */
function PeopleSection() {
  const { open } = useModals();
  const isKnown = saysHowTheyTrain(useUser());
  return (
    <Section
      title="People to train with"
      aside={
        <button type="button" className={asideClass} onClick={() => open({ name: 'friends', tab: 'suggestions' })}>
          See more
        </button>
      }
    >
      <PeopleToTrainWith
        onTrain={({ id, first_name }) => open({ name: 'train-together', userId: id, firstName: first_name })}
      />
      {isKnown ? null : (
        <Button
          variant="secondary"
          icon={<SlidersHorizontal />}
          className="self-start"
          onClick={() => open({ name: 'about-you' })}
        >
          Get better matches
        </Button>
      )}
    </Section>
  );
}

function Header() {
  const user = useUser();
  const { gym } = useLogin();
  const { open } = useModals();
  const unread = useQuery(unreadCountQuery());
  return (
    <header className="flex items-start justify-between gap-2 large-text:max-md:flex-col-reverse">
      <div className="flex min-w-0 max-w-full items-center gap-3">
        <span className="shrink-0 md:hidden">
          <BrandMark />
        </span>
        <div className="flex min-w-0 flex-col md:gap-1">
          <h1 className="line-clamp-2 break-words text-lg sm:text-2xl">
            {greeting(gym?.timezone)}, {user.first_name}
          </h1>
          <GymSwitcher />
        </div>
      </div>
      <div className="flex gap-1 md:hidden large-text:self-end">
        <IconButton label="Friends" icon={<UsersRound />} onClick={() => open({ name: 'friends' })} />
        <IconButton
          label="Notifications"
          icon={<Bell />}
          count={unread.data}
          onClick={() => open({ name: 'notifications' })}
        />
      </div>
    </header>
  );
}
