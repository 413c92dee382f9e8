import { contrast, luminance, mix, mixInOklab, toOklch } from './color-math.ts';
import type { Colors } from './color-paths.ts';
import { AA_MARK, AA_TEXT, nearestReadable, onColor, readableOn } from './contrast.ts';
import { drawnOn } from './drawn-pairs.ts';
import { workoutKinds } from './theme-default.ts';

const DARK_BELOW_LUMINANCE = 0.5;
const BORDER_TINT = 0.08;
const STATUS_LIGHTENED = 0.85;
/** The share of a member's own color behind their initials; the avatar mixes it, because each has another. */
const FACE_TINT = 0.26;
/** Text this much darker than the brand's color is of another color, as olive is of yellow (OKLCH lightness). */
const OTHER_COLOR = 0.2;

export const statusNames = ['success', 'warning', 'error', 'info'] as const;

export const isDark = (backgroundMain: string): boolean => luminance(backgroundMain) < DARK_BELOW_LUMINANCE;

export const tintedBorder = (backgroundMain: string, color: string): string => mix(backgroundMain, color, BORDER_TINT);

/** A hovered fill moves away from its text color, so the text stays at least as readable. */
const pressed = (fill: string, on: string): string =>
  mix(fill, luminance(on) > luminance(fill) ? '#000000' : '#ffffff', 0.12);

/** Colors that follow from others unless a gym sets them in its theme's overrides. */
export const derivedColors = {
  raised: 'bg-raised',
  primaryHover: 'primary-hover',
  primarySoft: 'primary-soft',
  secondaryHover: 'secondary-hover',
  secondarySoft: 'secondary-soft',
  borderTint: 'border-tint',
  borderControl: 'border-control',
  successBackground: 'status-success-bg',
  warningBackground: 'status-warning-bg',
  errorBackground: 'status-error-bg',
  infoBackground: 'status-info-bg',
} as const;
export type DerivedColor = keyof typeof derivedColors;

/** The strongest tints that a face can get: those of the corners of the screen's colors. */
const corners = ['#000000', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff', '#ffffff'];
const faceTints = (ground: string) => corners.map((corner) => mixInOklab(ground, corner, FACE_TINT));

/**
 * Every color token of the page, readable in each pair of text and ground that the app draws (`drawnOn`). The page's own
 * color is never changed, so a dark theme stays dark. A panel that can't carry the page's text becomes a shade of the page;
 * all other grounds stay, and texts move.
 */
export function colorTokens(colors: Colors, overrides: Record<string, string> = {}): Record<string, string> {
  const own = (name: DerivedColor, derived: string): string => overrides[name] ?? derived;
  const { main } = colors.background;
  const { inverse } = colors.text;
  const ink = onColor(main);
  const away = ink === '#000000' ? '#ffffff' : '#000000';
  const dark = isDark(main);
  const carriesInk = (ground: string) => contrast(ink, ground) >= AA_TEXT;
  const shade = (share: number) => [mix(main, ink, share)].find(carriesInk) ?? mix(main, away, share);
  const ground = (wished: string, share: number) => (carriesInk(wished) ? wished : shade(share));
  // Dark pages lift floating surfaces with a lighter color, because shadows are invisible there.
  const lifted = (color: string) => (dark ? mix(color, ink, 0.06) : color);

  const tokens: Record<string, string> = {};
  const put = (name: string, value: string) => {
    tokens[`--color-${name}`] = value;
    return value;
  };
  const groundsOf = (text: string): string[] => drawnOn(text).flatMap((name) => tokens[`--color-${name}`] ?? []);
  const on = (name: string, fill: string) => put(name, readableOn(fill, inverse));

  put('bg-main', main);
  const secondary = put('bg-secondary', ground(colors.background.secondary, 0.05));
  const hover = put('bg-secondary-hover', ground(colors.background.secondaryHover, 0.09));
  const raised = put('bg-raised', ground(own('raised', lifted(main)), 0.06));
  // A lifted surface is about as light as these, so on it they lie as much higher as it does itself.
  put('bg-secondary-on-raised', ground(lifted(secondary), 0.11));
  put('bg-secondary-hover-on-raised', ground(lifted(hover), 0.15));
  const surfaces = Object.values(tokens);
  const text = (name: string, wished: string, grounds: readonly string[] = surfaces, least = AA_TEXT) =>
    put(name, nearestReadable(wished, [...grounds, ...groundsOf(name)], least));
  /** Dark text of a page that has become dark turns light, as strong as it was meant, not just readable. */
  const pageText = (name: string, wished: string, meant: number) => {
    const isAcross = luminance(wished) < luminance(main) !== (ink === '#000000');
    return text(name, wished, surfaces, isAcross ? meant : AA_TEXT);
  };

  for (const name of ['primary', 'secondary'] as const) {
    const fill = put(name, colors[name]);
    const onFill = on(`on-${name}`, fill);
    const chosen = own(`${name}Hover`, pressed(fill, onFill));
    put(`${name}-hover`, contrast(onFill, chosen) >= AA_TEXT ? chosen : pressed(fill, onFill));
    const softOn = (base: string) => ground(own(`${name}Soft`, mix(base, fill, dark ? 0.15 : 0.1)), 0.09);
    put(`${name}-soft`, softOn(main));
    put(`${name}-soft-on-raised`, softOn(raised));
  }
  // The fullest cell with a number in it. Between two grounds that carry a text, each mixture does.
  put('primary-tint', ground(mix(main, colors.primary, 0.36), 0.15));

  for (const name of statusNames) {
    const fill = put(`status-${name}`, colors.status[name]);
    put(`status-${name}-bg`, ground(own(`${name}Background`, mix(fill, main, STATUS_LIGHTENED)), 0.09));
    put(`status-${name}-hover`, pressed(fill, on(`on-status-${name}`, fill)));
  }
  // Lines meant for a white page would be as loud as text on a dark one.
  const line = (wished: string) => (dark ? ground(wished, 0.16) : wished);
  const { overflow, overflowHover, timeLabel, gridLine, currentTime } = colors.calendar;
  put('calendar-grid-line', line(gridLine));
  put('calendar-current-time', currentTime);
  const chips = [
    put('calendar-overflow', ground(overflow, 0.09)),
    put('calendar-overflow-hover', ground(overflowHover, 0.14)),
  ];

  const words = pageText('text-primary', colors.text.primary, 12);
  pageText('text-secondary', colors.text.secondary, 7);
  const notes = text('text-tertiary', colors.text.tertiary);
  text('calendar-time-label', timeLabel);
  text('calendar-overflow-text', words, chips);
  put('text-disabled', colors.text.disabled);
  on('text-inverse', words);

  /** A brand's color too light for text stays on surfaces, and its text is the page's. */
  const brandText = (name: string, brand: string, grounds: readonly string[], least: number) => {
    const nearest = nearestReadable(brand, grounds, least);
    const isOther = toOklch(brand).l - toOklch(nearest).l > OTHER_COLOR;
    put(name, isOther ? nearestReadable(words, grounds, least) : nearest);
  };
  for (const name of ['primary', 'secondary'] as const)
    brandText(`${name}-text`, colors[name], [...surfaces, ...groundsOf(`${name}-text`)], AA_TEXT);
  // For bars, dots and outlines, which have no text of their own.
  brandText('primary-mark', colors.primary, surfaces, AA_MARK);
  for (const name of statusNames)
    text(`status-${name}-text`, colors.status[name], [...surfaces, tokens[`--color-status-${name}-bg`]!]);

  put('border', line(colors.border));
  put('border-tint', own('borderTint', tintedBorder(main, colors.primary)));
  // A field's edge needs 3:1 contrast, however faint the theme's own borders are.
  put('border-control', nearestReadable(own('borderControl', mix(main, notes, 0.55)), [main], AA_MARK));

  for (const kind of workoutKinds) {
    const { bg, border, text: label, accent } = colors.workoutTypes[kind];
    put(`workout-${kind}-bg`, bg);
    put(`workout-${kind}-border`, border);
    put(`workout-${kind}-accent`, accent);
    const readable = text(`workout-${kind}-text`, label, [bg]);
    // The page's own text on a card of this type, unless the card is light and the page dark.
    put(`workout-${kind}-title`, contrast(words, bg) >= AA_TEXT ? words : readable);
    on(`on-workout-${kind}-accent`, accent);
  }

  // Six matching hues for avatars without a picture, each mixed with the ground of faces.
  const hues = [...workoutKinds.map((kind) => colors.workoutTypes[kind].accent), colors.primary];
  for (const [index, hue] of hues.entries()) put(`face-${index + 1}`, hue);
  const isSafe = (base: string) => faceTints(base).every(carriesInk);
  const faceGround = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8].map((share) => mix(main, away, share)).find(isSafe) ?? away;
  put('face-ground', faceGround);
  put('on-face', nearestReadable(words, faceTints(faceGround)));
  return tokens;
}
