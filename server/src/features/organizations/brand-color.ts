const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance of a #rrggbb color, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever has more contrast on a #rrggbb color. */
export function onColor(hex: string): '#000000' | '#ffffff' {
  // Black and white have equal contrast here.
  return luminance(hex) > 0.179 ? '#000000' : '#ffffff';
}

/** The chosen text color if it is readable on this background (WCAG AA), else black or white. */
export function readableOn(ground: string, wanted: string): string {
  const [light, dark] = [luminance(ground), luminance(wanted)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05) >= 4.5 ? wanted.slice(0, 7) : onColor(ground);
}
