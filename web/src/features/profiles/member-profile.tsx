import { CalendarDays, MapPin, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { levelName, namesOf, timeName, workoutName } from '#platform/people/training-words.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { commonInWords, memberSince } from './profile.words.ts';
import type { Profile } from './profiles.queries.ts';

type Props = {
  profile: Profile;
  actions: ReactNode;
  /** The member's next sessions, as rows of a list. */
  sessions: ReactNode;
};

/** Who somebody is, what they train, and what they and the reader have in common. */
export function MemberProfile({ profile, actions, sessions }: Props) {
  const { bio, goals, favourite_workouts, preferred_times, fitness_level, gyms, next_sessions } = profile;
  const trains = favourite_workouts.map((kind) => workoutName[kind]);
  // In the order of the day.
  const usual = namesOf(timeName).flatMap(([time, name]) => (preferred_times.includes(time) ? name : []));
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-3 text-center">
        <Avatar {...faceOf(profile)} size="xl" decorative />
        <div className="flex max-w-full flex-col items-center gap-1.5">
          <p dir="auto" className="max-w-full break-words font-semibold text-xl">
            {nameOf(profile)}
          </p>
          <p className="text-sm text-text-secondary">{memberSince(profile.created_at)}</p>
          {fitness_level || profile.friendship === 'friends' ? (
            <p className="flex flex-wrap justify-center gap-2">
              {profile.friendship === 'friends' ? <Badge tone="primary">Friend</Badge> : null}
              {fitness_level ? <Badge>{levelName[fitness_level]}</Badge> : null}
            </p>
          ) : null}
        </div>
        {actions}
      </div>
      <InCommon profile={profile} />
      {bio ? (
        <p dir="auto" className="whitespace-pre-line break-words text-pretty">
          {bio}
        </p>
      ) : null}
      <dl className="flex flex-col gap-3">
        {goals.length > 0 ? (
          <Fact icon={<Target />} term="Goals">
            {goals.join(' · ')}
          </Fact>
        ) : null}
        {trains.length + usual.length > 0 ? (
          <Fact icon={<CalendarDays />} term="Trains">
            {[trains.join(', '), usual.join(', ').toLowerCase()].filter(Boolean).join(' · ')}
          </Fact>
        ) : null}
        {gyms.length > 0 ? (
          <Fact icon={<MapPin />} term={gyms.length === 1 ? 'Gym' : 'Gyms'}>
            {gyms.map(({ name }) => name).join(', ')}
          </Fact>
        ) : null}
      </dl>
      {next_sessions.length > 0 ? (
        <section className="flex flex-col gap-1">
          <h3 className="text-base">{profile.first_name}'s next sessions</h3>
          <ul className="-mx-3 flex flex-col">{sessions}</ul>
        </section>
      ) : null}
    </div>
  );
}

function InCommon({ profile }: { profile: Profile }) {
  const words = commonInWords(profile);
  if (!words) return null;
  const { people } = profile.friends_in_common;
  return (
    <div className="flex items-center justify-center gap-3 rounded-card bg-bg-secondary px-4 py-3 text-sm large-text:flex-wrap">
      {people.length > 0 ? (
        <span className="flex shrink-0 gap-3">
          {people.map((person) => (
            <ProfileLink key={person.id} userId={person.id} name={nameOf(person)} className="touch-target rounded-full">
              <Avatar {...faceOf(person)} size="sm" decorative />
            </ProfileLink>
          ))}
        </span>
      ) : null}
      <p className="min-w-0 large-text:basis-full large-text:text-center">{words}</p>
    </div>
  );
}

type FactProps = { icon: ReactNode; term: string; children: ReactNode };

const Fact = ({ icon, term, children }: FactProps) => (
  <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
    <dt className="col-span-2 grid grid-cols-subgrid items-center text-sm text-text-secondary">
      <span aria-hidden="true" className="text-text-tertiary [&_svg]:size-5">
        {icon}
      </span>
      {term}
    </dt>
    <dd className="col-start-2 break-words">{children}</dd>
  </div>
);
