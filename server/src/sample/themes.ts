import { compileBrand } from '@spotter/contract/theme/brand-compiler.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';

type Config = Record<string, unknown>;

export const ironHarbourTheme: Config = defaultTheme;

/** Close to black, with the yellow of a street lamp: shows that the whole app turns dark with its theme. */
export function nightShiftTheme(files: { logo: string; favicon: string }): Config {
  return {
    colors: {
      primary: '#facc15',
      secondary: '#38bdf8',
      border: '#2c3444',
      background: { main: '#0d1117', secondary: '#161b26', secondaryHover: '#202838' },
      text: { primary: '#f3f5f9', secondary: '#c0c8d6', tertiary: '#97a1b4', disabled: '#5d677a', inverse: '#0d1117' },
      workoutTypes: {
        cardio: { bg: '#3a1a16', border: '#7f3524', text: '#ffb8a6', accent: '#ff7a59' },
        strength: { bg: '#1d2046', border: '#3d45a0', text: '#c3caff', accent: '#818cf8' },
        classes: { bg: '#38290b', border: '#7a5a14', text: '#fbdc8c', accent: '#fbbf24' },
        flexibility: { bg: '#0c302e', border: '#1c6a63', text: '#9ff0e4', accent: '#2dd4bf' },
        sports: { bg: '#10321c', border: '#236b3b', text: '#a9f0bd', accent: '#4ade80' },
      },
      status: { success: '#4ade80', warning: '#fbbf24', error: '#f87171', info: '#60a5fa' },
      calendar: {
        gridLine: '#222a38',
        currentTime: '#fb7185',
        overflow: '#202838',
        overflowHover: '#2b3549',
        timeLabel: '#97a1b4',
      },
    },
    typography: defaultTheme.typography,
    assets: {
      logo: { url: `/files/${files.logo}`, height: 36 },
      favicon: { url: `/files/${files.favicon}` },
      workoutIcons: {
        ...defaultTheme.assets.workoutIcons,
        classes: { type: 'icon', value: 'flame' },
        sports: { type: 'icon', value: 'footprints' },
      },
    },
    overrides: {},
  };
}

/** Kept for later in the theme editor. */
export const summerTheme: Config = {
  ...defaultTheme,
  colors: {
    ...defaultTheme.colors,
    primary: '#0369a1',
    secondary: '#0c4a6e',
    border: '#d9e6ee',
    background: { main: '#ffffff', secondary: '#f1f8fc', secondaryHover: '#e2f0f8' },
  },
};

/** Made by the brand compiler from one color, like a theme that an owner starts with. */
export function openDayTheme(): Config {
  const [, , bold] = compileBrand({ primary: '#0f766e' }, ThemeConfig.parse({}));
  return bold!.theme;
}

/** A crescent over a barbell. */
export const nightShiftMark = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64">
  <path d="M40 6a22 22 0 1 0 16 31A18 18 0 0 1 40 6Z" fill="#facc15"/>
  <path d="M10 50h44M14 44v12M20 41v18M44 41v18M50 44v12" stroke="#f3f5f9" stroke-width="4" stroke-linecap="round"/>
</svg>`;
