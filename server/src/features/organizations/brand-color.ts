const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** How bright a color written as #rrggbb looks, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever reads better on a color written as #rrggbb. */
export function onColor(hex: string): '#000000' | '#ffffff' {
  // Where black and white have the same contrast.
  return luminance(hex) > 0.179 ? '#000000' : '#ffffff';
}

/** The color somebody chose for text if it can be read on this ground (WCAG AA), or else black or white. */
export function readableOn(ground: string, wanted: string): string {
  const [light, dark] = [luminance(ground), luminance(wanted)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05) >= 4.5 ? wanted.slice(0, 7) : onColor(ground);
}
