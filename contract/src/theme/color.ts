/**
 * Colors as data: a text is parsed by the grammar of CSS colors and written as `#rrggbb` or `#rrggbbaa`, so user input
 * never reaches a style sheet. Without dependencies, because the web app uses it at first paint.
 */

const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const call = /^(rgb|hsl)a?\(([^()]+)\)$/;
/** Three values and perhaps the opacity, with spaces and separators normalized. */
const fourValues = /^([^ ,/]+)(?: ,)? ([^ ,/]+)(?: ,)? ([^ ,/]+)(?: [,/] ([^ ,/]+))?$/;
const numberWithUnit = /^([+-]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6}))(%|deg)?$/;

/** The most common color names; a color picker has the rest. */
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

/** `#rrggbb` or `#rrggbbaa`, or null if the text is not a color. */
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

type Value = { number: number; unit: string };

/** The values of `rgb(…)` or `hsl(…)`, if each has an allowed unit. */
function valuesOf(value: string, name: 'rgb' | 'hsl', units: readonly [string, string, string]): Value[] | null {
  const [, called, inside = ''] = call.exec(value) ?? [];
  if (called !== name) return null;
  const spaced = inside
    .split(/\s|([,/])/)
    .filter(Boolean)
    .join(' ');
  const [, ...texts] = fourValues.exec(spaced) ?? [];
  const given = texts.filter((text) => text !== undefined);
  const values = given.map((text, place) => {
    const [, number, unit = ''] = numberWithUnit.exec(text) ?? [];
    const allowed = (units[place] ?? '|%').split('|');
    return number !== undefined && allowed.includes(unit) ? { number: Number(number), unit } : null;
  });
  return given.length >= 3 && values.every((one) => one !== null) ? values : null;
}

function fromRgb(value: string): string | null {
  const values = valuesOf(value, 'rgb', ['|%', '|%', '|%']);
  return values && write(values.slice(0, 3).map(channel), values[3]);
}

function channel({ number, unit }: Value): number {
  return unit === '%' ? (number / 100) * 255 : number;
}

function fromHsl(value: string): string | null {
  const values = valuesOf(value, 'hsl', ['|deg', '%', '%']);
  if (!values) return null;
  const [angle = 0, saturated = 0, light = 0] = values.map(({ number }) => number);
  const hue = ((angle % 360) + 360) % 360;
  const saturation = clamp(saturated / 100, 1);
  const lightness = clamp(light / 100, 1);
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const at = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return write([at(0), at(8), at(4)], values[3]);
}

function write(channels: number[], alpha: Value | undefined): string {
  const opacity = alpha === undefined ? 1 : alpha.number / (alpha.unit === '%' ? 100 : 1);
  const bytes = opacity >= 1 ? channels : [...channels, opacity * 255];
  return `#${bytes.map((byte) => Math.round(clamp(byte, 255)).toString(16).padStart(2, '0')).join('')}`;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
