/** The five workout types that colors and icons are keyed by. */
export const workoutKinds = ['cardio', 'strength', 'classes', 'flexibility', 'sports'] as const;
export type WorkoutKind = (typeof workoutKinds)[number];

/** The only hosts font files may come from; the content security policy uses the same list. */
export const fontHosts = ['fonts.googleapis.com', 'fonts.gstatic.com', 'fonts.bunny.net'] as const;

/** The theme before a gym chooses its own: purple on white, set in Inter, which the app bundles. */
export const defaultTheme = {
  colors: {
    primary: '#7c3aed',
    secondary: '#5b21b6',
    border: '#e5e1ee',
    background: { main: '#ffffff', secondary: '#f7f5fb', secondaryHover: '#efebf7' },
    text: { primary: '#1c1729', secondary: '#544d66', tertiary: '#69637c', disabled: '#a39db3', inverse: '#ffffff' },
    workoutTypes: {
      cardio: { bg: '#fff0ed', border: '#f9b4a6', text: '#9a2c15', accent: '#f2603f' },
      strength: { bg: '#eef0ff', border: '#b4bcfb', text: '#3730a3', accent: '#4f46e5' },
      classes: { bg: '#fff6e0', border: '#f5cf7a', text: '#854d0e', accent: '#d98a04' },
      flexibility: { bg: '#e6faf7', border: '#8fdcd1', text: '#115e59', accent: '#0d9488' },
      sports: { bg: '#eafaee', border: '#9adbad', text: '#166534', accent: '#16a34a' },
    },
    status: { success: '#15803d', warning: '#b45309', error: '#dc2626', info: '#2563eb' },
    calendar: {
      gridLine: '#ece8f4',
      currentTime: '#e11d48',
      overflow: '#efebf7',
      overflowHover: '#e2dbf1',
      timeLabel: '#69637c',
    },
  },
  typography: {
    fontFamilies: {
      heading: { name: 'Inter', url: null, fallback: 'system-ui, sans-serif' },
      body: { name: 'Inter', url: null, fallback: 'system-ui, sans-serif' },
    },
  },
  assets: {
    logo: { url: null, height: 32 },
    favicon: { url: null },
    workoutIcons: {
      cardio: { type: 'icon', value: 'heart-pulse' },
      strength: { type: 'icon', value: 'dumbbell' },
      classes: { type: 'icon', value: 'users' },
      flexibility: { type: 'icon', value: 'stretch-horizontal' },
      sports: { type: 'icon', value: 'trophy' },
    },
  },
  overrides: {},
} as const;
