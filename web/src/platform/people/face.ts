import type { Person } from '@spotter/contract/users/users.ts';
import type { Face } from '#ui/avatar.tsx';

export const nameOf = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

type Shown = Pick<Person, 'first_name' | 'last_name' | 'avatar_url' | 'avatar_color'>;

export const faceOf = (person: Shown): Face => ({
  name: nameOf(person),
  src: person.avatar_url,
  color: person.avatar_color,
});
