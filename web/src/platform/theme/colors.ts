import { parseColor } from '@spotter/contract/theme/color.ts';
import { mix } from '@spotter/contract/theme/color-math.ts';

/** An opaque `#rrggbb`. A translucent color is blended over `under`; what isn't a color is null. */
export function readColor(value: unknown, under = '#ffffff'): string | null {
  const color = typeof value === 'string' ? parseColor(value) : null;
  if (!color || color.length === 7) return color;
  return mix(under, color, Number.parseInt(color.slice(7), 16) / 255);
}
