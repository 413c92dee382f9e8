import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import type { Carried } from '#platform/theme/carried-look.ts';
import { themeTokens } from '#platform/theme/derive.ts';
import { readTheme } from '#platform/theme/read-theme.ts';

const tokensOf = (theme: object) => JSON.stringify(themeTokens(readTheme(theme)));

/** The part of a theme that another gym can wear; null if it still looks like the default. */
export function chosenLook({ colors, typography, overrides }: ThemeConfig): Carried['look'] {
  const look = { colors, typography, overrides };
  return tokensOf(look) === tokensOf(defaultTheme) ? null : look;
}
