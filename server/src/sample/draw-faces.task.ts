import { drawFace } from './faces.ts';
import type { Person } from './people.ts';

export default ({ people, seed }: { people: readonly Person[]; seed: number }) =>
  Promise.all(people.map((person) => drawFace(person, seed)));
