import { createHash } from 'node:crypto';
import type { Person } from './people.ts';

const skins = ['ffdbb4', 'edb98a', 'd08b5b', 'ae5d29', '694d3d'];
const backgrounds = ['ddd6fe', 'fde2e4', 'd1fae5', 'fef3c7', 'dbeafe', 'fce7f3', 'cffafe'];
const bearded = { female: 0, non_binary: 0, male: 35 } as const;

export type Face = { key: string; body: Buffer };

export const faceKey = (person: Pick<Person, 'key'>, seed: number) => fileKey(`face ${person.key} ${seed}`, 'webp');

/** A drawn face (Open Peeps by Pablo Stanley, CC0), always the same for the same person. */
export async function drawFace(person: Person, seed: number): Promise<Face> {
  // Loaded when something is drawn: a server that draws nothing has better uses for the memory.
  const [{ openPeeps }, { createAvatar }, { default: sharp }] = await Promise.all([
    import('@dicebear/collection'),
    import('@dicebear/core'),
    import('sharp'),
  ]);
  const avatar = createAvatar(openPeeps, {
    seed: `${person.key}-${seed}`,
    size: 256,
    backgroundColor: backgrounds,
    skinColor: [skins[person.skin] ?? 'edb98a'],
    head: [person.head as 'afro'],
    face: ['calm', 'cheeky', 'cute', 'smile', 'smileBig', 'smileTeethGap', 'eatingHappy'],
    accessories: ['glasses', 'glasses2', 'glasses3', 'glasses4'],
    accessoriesProbability: 22,
    facialHair: ['chin', 'full', 'full2', 'goatee1', 'goatee2', 'moustache2'],
    facialHairProbability: bearded[person.gender ?? 'non_binary'],
    maskProbability: 0,
  });
  const body = await sharp(Buffer.from(avatar.toString())).webp({ quality: 82, effort: 2 }).toBuffer();
  return { key: faceKey(person, seed), body };
}

/** Keys have the shape the file store gives its own, but repeat with the seed. */
export function fileKey(of: string, ending: 'webp' | 'png'): string {
  return `${createHash('sha256').update(of).digest('hex').slice(0, 32)}.${ending}`;
}
