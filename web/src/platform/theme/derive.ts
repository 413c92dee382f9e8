import { colorTokens } from '@spotter/contract/theme/color-tokens.ts';
import type { Theme, ThemeFont } from './theme.ts';

// The app ships Inter under the name of its variable font files, and a font of its measures until they are there (styles.css).
const family = ({ name, fallback }: ThemeFont) =>
  `${name === 'Inter' ? '"Inter Variable", "Inter Fallback"' : `"${name}"`}, ${fallback}`;

/** All custom properties that a theme sets on the page. */
export function themeTokens({ colors, typography, overrides }: Theme): Record<string, string> {
  return {
    ...colorTokens(colors, overrides),
    '--font-heading': family(typography.fontFamilies.heading),
    '--font-body': family(typography.fontFamilies.body),
  };
}
