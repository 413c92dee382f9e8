import { Clock, Gauge, MapPin, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { faceOf, levelsInWords, nameOf, PlacesRing, placesInWords } from './session-parts.tsx';
import { clockTime, dayOf, fullDay } from './session-time.ts';
import type { SessionItem } from './sessions.queries.ts';
import { WorkoutMark, workoutName } from './workout.tsx';

/** What, when, where and who, faces first. */
export function SessionView({ session, heading = 'h1' }: { session: SessionItem; heading?: 'h1' | 'h2' }) {
  const Heading = heading;
  const Subheading = heading === 'h1' ? 'h2' : 'h3';
  return (
    <article className="flex flex-col gap-6">
      <header className="flex items-start gap-4">
        <WorkoutMark type={session.workout_type} large />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="font-medium text-sm text-text-secondary">
            {session.session_type?.name ?? workoutName[session.workout_type]}
          </p>
          <Heading className="text-xl sm:text-2xl">{session.title}</Heading>
        </div>
        <PlacesRing session={session} />
      </header>
      <ul className="flex flex-col gap-3">
        <Fact icon={<Clock />}>
          <time dateTime={session.start_time.utc}>
            {fullDay(dayOf(session.start_time))}, {clockTime(session.start_time)} to {clockTime(session.end_time)}
          </time>
          <span className="text-text-tertiary"> · {session.duration_minutes} minutes</span>
        </Fact>
        <Fact icon={<MapPin />}>{session.gym.name}</Fact>
        <Fact icon={<UserRound />}>Hosted by {nameOf(session.creator)}</Fact>
        <Fact icon={<Gauge />}>{levelsInWords(session)}</Fact>
      </ul>
      {session.description ? <p className="whitespace-pre-line text-text-secondary">{session.description}</p> : null}
      <section className="flex flex-col gap-3">
        <Subheading className="flex items-center justify-between gap-3 text-base">
          Who is in
          <Badge tone={session.is_participant ? 'primary' : session.available_spots > 0 ? 'success' : 'neutral'}>
            {placesInWords(session)}
          </Badge>
        </Subheading>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-4">
          {session.participants.map((person) => (
            <li key={person.id} className="flex min-w-0 flex-col items-center gap-1.5 text-center text-sm">
              <Avatar {...faceOf(person)} size="lg" decorative />
              <span className="w-full truncate">{person.first_name}</span>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-text-tertiary">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
