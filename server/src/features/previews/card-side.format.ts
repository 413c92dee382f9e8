import { onColor, readableOn } from '@spotter/contract/theme/contrast.ts';
import { drawable, svgLine } from './letters.format.ts';

export type CardSide =
  | { kind: 'spots'; left: number; taken: number; spots: number }
  | { kind: 'initials'; initials: string; color: string }
  | { kind: 'mark' };

type Look = { x: number; y: number; ground: string; primary: string; letters: string | null };

/** The gym's initials, for a gym without a logo. */
export const lettersOf = (name: string) =>
  drawable(name)
    .split(' ')
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

const ringRadius = 112;

/** The colored side of a card, with room for the logo if there is one. */
export function drawSide(side: CardSide, look: Look): string {
  const on = onColor(look.primary);
  const { x, y } = look;
  if (side.kind === 'spots') {
    const { left } = side;
    const figure = left === 0 ? 60 : ([92, 84, 68][String(left).length - 1] ?? 56);
    const round = 2 * Math.PI * ringRadius;
    // Nearly full must not look full, and nearly empty must not look empty.
    const share = left === 0 ? 1 : Math.min(0.95, Math.max(0.01, 1 - left / side.spots));
    return [
      `<circle cx="${x}" cy="${y - 30}" r="${ringRadius}" fill="none" stroke="${on}" stroke-opacity="0.22" stroke-width="24"/>`,
      `<circle cx="${x}" cy="${y - 30}" r="${ringRadius}" fill="none" stroke="${on}" stroke-width="24" stroke-linecap="round" stroke-dasharray="${round * share} ${round}" transform="rotate(-90 ${x} ${y - 30})"/>`,
      svgLine(left === 0 ? 'Full' : String(left), {
        x,
        y: y - 30 + figure * 0.35,
        size: figure,
        weight: 800,
        fill: on,
        anchor: 'middle',
      }),
      svgLine(left === 0 ? 'Join the waitlist' : left === 1 ? 'spot left' : 'spots left', {
        x,
        y: y + 146,
        size: 32,
        weight: 600,
        fill: on,
        anchor: 'middle',
      }),
      svgLine(`${side.taken} of ${side.spots} are in`, {
        x,
        y: y + 190,
        size: 26,
        weight: 500,
        fill: on,
        anchor: 'middle',
      }),
    ].join('');
  }
  if (side.kind === 'initials') {
    return [
      `<circle cx="${x}" cy="${y}" r="118" fill="${look.ground}"/>`,
      `<circle cx="${x}" cy="${y}" r="106" fill="${side.color}"/>`,
      svgLine(drawable(side.initials), {
        x,
        y: y + 30,
        size: 84,
        weight: 800,
        fill: onColor(side.color),
        anchor: 'middle',
      }),
    ].join('');
  }
  const tile = `<rect x="${x - 104}" y="${y - 104}" width="208" height="208" rx="44" fill="${look.ground}"/>`;
  if (look.letters === null) return tile;
  return `${tile}${svgLine(look.letters, { x, y: y + 34, size: 96, weight: 800, fill: readableOn(look.ground, look.primary), anchor: 'middle' })}`;
}
