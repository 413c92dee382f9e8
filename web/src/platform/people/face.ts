import type { Person } from '@spotter/contract/users/users.ts';
import type { Face } from '#ui/avatar.tsx';

export const nameOf = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

export const faceOf = (person: Person): Face => ({
  name: nameOf(person),
  src: person.avatar_url,
  color: person.avatar_color,
});
