import type { Brand } from './brand.ts';

/** Where the app's pages are built; Capacitor copies them into the projects. */
export const WEB_FOLDER = '.cache/native/web';

/** The plugins whose native parts go into the app; web/package.json pins their versions. */
export const plugins = [
  '@aparajita/capacitor-biometric-auth',
  '@capacitor/app',
  '@capacitor/haptics',
  '@capacitor/keyboard',
  '@capacitor/push-notifications',
  '@capacitor/share',
  '@capacitor/splash-screen',
  '@capawesome/capacitor-badge',
  '@capgo/capacitor-social-login',
];

const plainColor = (color: string) => color.slice(0, 7);

/** capacitor.config.json */
export const capacitorConfig = ({ appId, appName, colors }: Brand) => ({
  appId,
  appName,
  webDir: WEB_FOLDER,
  backgroundColor: plainColor(colors.background.main),
  includePlugins: plugins,
  // The origins that the server lets in (server/src/platform/http/app-origins.ts).
  server: { hostname: 'localhost', iosScheme: 'capacitor', androidScheme: 'https', errorPath: 'offline.html' },
  // The app hears of notifications before its pages are there (ios/App/App/PushActions.swift).
  ios: { handleApplicationNotifications: false },
  android: { minWebViewVersion: 94 },
  plugins: {
    Keyboard: { resize: 'native' },
    // While the app is open it shows the news itself.
    PushNotifications: { presentationOptions: [] },
    SocialLogin: { providers: { google: true, apple: true, facebook: false, twitter: false } },
    // The app ends it when its first screen is drawn.
    SplashScreen: { launchAutoHide: false, backgroundColor: plainColor(colors.background.main) },
  },
});

/** ios/brand.xcconfig, which the Xcode project, Info.plist and the entitlements refer to. */
export function xcconfig({ appId, appName, host, server, googleClientId }: Brand): string {
  // Google sends its answer to the client id, backwards. Without Google the app answers to its own id.
  const scheme = googleClientId ? googleClientId.split('.').reverse().join('.') : appId;
  return [
    '// Written by `npm run ios`.',
    `APP_ID = ${appId}`,
    `APP_NAME = ${withoutComment(appName)}`,
    `APP_HOST = ${host}`,
    `APP_URL_SCHEME = ${scheme}`,
    `APP_SERVER = ${withoutComment(server)}`,
    '',
  ].join('\n');
}

/** Two slashes would begin a comment. */
const withoutComment = (value: string) => value.replaceAll('//', '/$()/');

/** android/brand.properties, which app/build.gradle reads. */
export function brandProperties({ appId, appName, host, server, colors }: Brand): string {
  const values = { appId, appName, appHost: host, appColor: plainColor(colors.primary), appServer: server };
  return [
    '# Written by `npm run android`.',
    ...Object.entries(values).map(([name, value]) => `${name}=${propertyOf(value)}`),
    '',
  ].join('\n');
}

/** A properties file is Latin-1, and a backslash has a meaning. */
const propertyOf = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
