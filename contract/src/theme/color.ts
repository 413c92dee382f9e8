/**
 * Colors as data: a text is read by the grammar of CSS colors and written back as `#rrggbb` or `#rrggbbaa`,
 * so that nothing typed by a person ever reaches a style sheet. Free of dependencies: the web app uses it at first paint.
 */

const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const number = String.raw`[+-]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})`;
const rgb = new RegExp(
  `^rgba?\\(\\s*(${number}%?)(?:\\s*,\\s*|\\s+)(${number}%?)(?:\\s*,\\s*|\\s+)(${number}%?)(?:\\s*[,/]\\s*(${number}%?))?\\s*\\)$`,
);
const hsl = new RegExp(
  `^hsla?\\(\\s*(${number})(?:deg)?(?:\\s*,\\s*|\\s+)(${number})%(?:\\s*,\\s*|\\s+)(${number})%(?:\\s*[,/]\\s*(${number}%?))?\\s*\\)$`,
);

/** The names people type most; the rest are found in a color picker. */
const named: Record<string, string> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  orange: '#ffa500',
  coral: '#ff7f50',
  crimson: '#dc143c',
  gold: '#ffd700',
  indigo: '#4b0082',
  pink: '#ffc0cb',
  tomato: '#ff6347',
  turquoise: '#40e0d0',
  violet: '#ee82ee',
};

/** `#rrggbb` or `#rrggbbaa`, or null when the text is not a color. */
export function parseColor(text: string): string | null {
  if (text.length > 64) return null;
  const value = text.trim().toLowerCase();
  if (Object.hasOwn(named, value)) return named[value] ?? null;
  return fromHex(value) ?? fromRgb(value) ?? fromHsl(value);
}

function fromHex(value: string): string | null {
  const digits = hex.exec(value)?.[1];
  if (digits === undefined) return null;
  const full = digits.length > 4 ? digits : [...digits].map((digit) => digit + digit).join('');
  return full.length === 8 && full.endsWith('ff') ? `#${full.slice(0, 6)}` : `#${full}`;
}

function fromRgb(value: string): string | null {
  const parts = rgb.exec(value);
  if (!parts) return null;
  const [, red = '', green = '', blue = '', alpha] = parts;
  return write([red, green, blue].map(channel), alpha);
}

function channel(text: string): number {
  return text.endsWith('%') ? (Number.parseFloat(text) / 100) * 255 : Number.parseFloat(text);
}

function fromHsl(value: string): string | null {
  const parts = hsl.exec(value);
  if (!parts) return null;
  const hue = ((Number(parts[1]) % 360) + 360) % 360;
  const saturation = clamp(Number(parts[2]) / 100, 1);
  const lightness = clamp(Number(parts[3]) / 100, 1);
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const at = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return write([at(0), at(8), at(4)], parts[4]);
}

function write(channels: number[], alpha: string | undefined): string {
  const opacity = alpha === undefined ? 1 : Number.parseFloat(alpha) / (alpha.endsWith('%') ? 100 : 1);
  const bytes = opacity >= 1 ? channels : [...channels, opacity * 255];
  return `#${bytes.map((byte) => Math.round(clamp(byte, 255)).toString(16).padStart(2, '0')).join('')}`;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
