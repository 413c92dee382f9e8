import dmSans from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url';
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url';
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url';
import oswald from '@fontsource-variable/oswald/files/oswald-latin-wght-normal.woff2?url';
import robotoSlab from '@fontsource-variable/roboto-slab/files/roboto-slab-latin-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';

/** Fonts that come with the app beside Inter: only their addresses, until a theme uses one. */
export const bundledFonts: Readonly<Record<string, string>> = {
  'DM Sans': dmSans,
  Lora: lora,
  Montserrat: montserrat,
  Oswald: oswald,
  'Roboto Slab': robotoSlab,
  'Space Grotesk': spaceGrotesk,
};
