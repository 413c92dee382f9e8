import type { ReactNode } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { PersonFace } from './conversation-face.tsx';

type Props = { person: Parameters<typeof PersonFace>[0]['person']; children: ReactNode };

/** A member in a list of a chat's people; the row leads to the profile. */
export function PersonRow({ person, children }: Props) {
  const reader = useUser();
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-1.5">
      <ProfileLink row userId={person.id} name={nameOf(person)} className="rounded-full">
        <PersonFace person={person} />
      </ProfileLink>
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words font-medium leading-snug">
        {person.id === reader.id ? 'You' : nameOf(person)}
      </span>
      {children}
    </li>
  );
}
