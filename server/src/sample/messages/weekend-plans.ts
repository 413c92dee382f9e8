import { addDays, dayAt, momentOf } from '@spotter/contract/wall-clock.ts';
import { type Face, fileKey } from '../faces.ts';
import { addMinutes, gymOf, memberOf, type World } from '../world.ts';
import { addConversation, type Photo } from './conversations.ts';

export type DrawnPhoto = Photo & Face;

const [width, height] = [1200, 900];
const sunrise = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 120 90">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3b2a63"/><stop offset=".55" stop-color="#e0637a"/><stop offset="1" stop-color="#ffc36b"/></linearGradient>
    <linearGradient id="sea" x2="0" y2="1"><stop stop-color="#f2a05f"/><stop offset="1" stop-color="#2b2350"/></linearGradient>
  </defs>
  <rect width="120" height="60" fill="url(#sky)"/>
  <circle cx="74" cy="56" r="13" fill="#fff0c2"/>
  <rect y="60" width="120" height="30" fill="url(#sea)"/>
  <path d="M0 60V47h6v-7h7v9h6v-5h8v16z" fill="#241c42"/>
  <path d="M22 60q38-44 82 0M22 55h82" fill="none" stroke="#241c42" stroke-width="2.4"/>
  <path d="M38 55V45M50 55V38M63 55V36M76 55V38M89 55V45" stroke="#241c42"/>
  <path d="M66 66h16M62 71h24M68 77h12" stroke="#ffe2a8" stroke-width="1.6" stroke-linecap="round"/>
</svg>`;

export async function drawSunrise(seed: number): Promise<DrawnPhoto> {
  const { default: sharp } = await import('sharp');
  const body = await sharp(Buffer.from(sunrise)).webp({ quality: 82, effort: 2 }).toBuffer();
  return { key: fileKey(`sunrise ${seed}`, 'webp'), body, width, height };
}

/** A group in which a newcomer meets what chats can do: a pinned message, a photo with its caption, and a poll about times. */
export function planWeekendPlans(world: World, photo: Photo | null): void {
  const one = (key: string) => memberOf(world, key);
  const people = [one('ana'), one('ben'), one('maya'), one('zoe'), one('gurpreet'), one('cleo')] as const;
  const [ana, ben, maya, zoe, gurpreet, cleo] = people;
  const { timezone } = gymOf(world, 'barangaroo');
  const eveningIn = (days: number) => momentOf(`${addDays(dayAt(world.now, timezone), days)}T18:30`, timezone, 'later');
  const at = (minutesLater: number) => addMinutes(world.now, minutesLater - 29 * 60);
  const lines = [
    {
      sender: ana,
      text: 'Saturdays: warm-up at 8:00 by the rig, breakfast at the kiosk after. Last one in pays for the coffee.',
      at: at(0),
      isPinned: true as const,
      reactions: [ben, cleo].map((by) => ({ emoji: '👍', by })),
    },
    { sender: zoe, text: 'I have never paid for a coffee.', at: at(2) },
    ...(photo
      ? [
          {
            sender: ben,
            text: 'On the way in this morning. Nobody believes me that it was this orange.',
            at: at(18),
            photo,
            reactions: [maya, zoe].map((by) => ({ emoji: '🔥', by })),
          },
        ]
      : []),
    { sender: cleo, text: 'Worth getting up for. Nearly.', at: at(21) },
    {
      sender: ana,
      text: 'One more evening together next week. Which one?',
      at: at(40),
      poll: [
        { startsAt: eveningIn(4), votes: [ben, gurpreet, cleo] },
        { startsAt: eveningIn(5), votes: [zoe] },
        { startsAt: eveningIn(6), votes: [ben, maya] },
      ],
    },
    { sender: gurpreet, text: 'Voted. Anything before nine is the middle of my day.', at: at(47) },
  ];
  addConversation(world, 'Weekend plans', [...people], lines, {});
}
