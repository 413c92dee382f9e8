import { Gauge, Globe, Lock, MapPin, Navigation, Repeat, UserPlus, VenusAndMars } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { ownZone } from '#platform/wall-time.ts';
import { buttonClass } from '#ui/button-class.ts';
import type { SessionDetail } from '../session.ts';
import { levelsInWords } from '../session.words.ts';
import { genderInWords } from '../spots/spot-status.ts';
import { toMap } from '../times/to-map.ts';
import { deviceTimeInWords } from './device-time.words.ts';

/** Location, audience, repetition and description in one block, without repeating the hero. */
export function SessionFacts({ session }: { session: SessionDetail }) {
  const { accessible_gyms } = useUser();
  const address = accessible_gyms.find(({ id }) => id === session.gym.id)?.address;
  const gender = genderInWords(session);
  const elsewhere = deviceTimeInWords(session.start_time, ownZone());
  return (
    <section aria-label="Details" className="flex flex-col gap-3.5 rounded-card border border-border p-4">
      <ul className="flex flex-col gap-3.5">
        <li className="flex items-center gap-3 large-text:flex-wrap">
          <MapPin aria-hidden="true" className="size-5 shrink-0 text-text-tertiary" />
          <span className="min-w-0 flex-1 large-text:basis-[9rem]">
            {session.gym.name}
            {address ? <span className="block text-sm text-text-secondary">{address}</span> : null}
          </span>
          <a
            href={toMap(address ?? session.gym.name)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Directions to ${session.gym.name}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Navigation aria-hidden="true" />
            Directions
          </a>
        </li>
        {elsewhere ? <Fact icon={<Globe aria-hidden="true" />}>{elsewhere}</Fact> : null}
        {session.series ? (
          <Fact icon={<Repeat aria-hidden="true" />}>
            {session.series.in_words}
            {session.series.joined ? (
              <span className="block text-sm text-text-secondary">
                {session.is_participant ? "You're in every one" : "You're skipping this one"}
              </span>
            ) : null}
          </Fact>
        ) : null}
        {session.invite_only ? <Fact icon={<Lock aria-hidden="true" />}>Only invited people can join</Fact> : null}
        <Fact icon={<Gauge aria-hidden="true" />}>{levelsInWords(session)}</Fact>
        {session.guests_per_member > 0 ? (
          <Fact icon={<UserPlus aria-hidden="true" />}>
            {session.guests_per_member === 1 ? 'Bring a guest' : `Bring up to ${session.guests_per_member} guests`}
          </Fact>
        ) : null}
        {gender ? <Fact icon={<VenusAndMars aria-hidden="true" />}>{gender}</Fact> : null}
      </ul>
      {session.description ? (
        <p dir="auto" className="whitespace-pre-line break-words border-border border-t pt-3.5 text-text-secondary">
          {session.description}
        </p>
      ) : null}
    </section>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-text-tertiary">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
