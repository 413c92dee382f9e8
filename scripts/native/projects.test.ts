import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { parse } from 'plist';
import { valid } from 'semver';
import { expect, test } from 'vitest';
import xcode from 'xcode';
import { pushActionWords, tryInApp } from '../../contract/src/notifications/push-message.ts';
import { appLinkPaths } from '../../server/src/platform/http/pages/app-links.ts';
import { phoneActions } from '../../server/src/platform/push/phone-actions.ts';
import { brandFor } from './brand.ts';
import { brandProperties, capacitorConfig, plugins, xcconfig } from './brand-files.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const json = (path: string) => JSON.parse(read(path));

const java = 'android/app/src/main/java/app/spotter';

/** `NAME = value` lines, as an xcconfig or a properties file has them. */
const valuesIn = (text: string) =>
  Object.fromEntries(Array.from(text.matchAll(/^(\w+) ?= ?(.*)$/gm), ([, name, value]) => [name, value]));

/** A property list with the brand's values in place of their names. */
function plistWithBrand(path: string): Record<string, unknown> {
  const values = valuesIn(read('ios/brand.xcconfig'));
  const text = read(path).replaceAll(/\$\((APP_\w+)\)/g, (name, key) => values[key] ?? name);
  return parse(text) as Record<string, unknown>;
}

test("the repository holds Spotter's own brand, as the commands write it", async () => {
  const own = await brandFor({});
  expect(json('capacitor.config.json')).toEqual(capacitorConfig(own));
  expect(read('ios/brand.xcconfig')).toBe(xcconfig(own));
  expect(read('android/brand.properties')).toBe(brandProperties(own));
});

test('iOS: names, addresses and reasons stand in Info.plist', () => {
  const info = plistWithBrand('ios/App/App/Info.plist');
  expect(info).toMatchObject({
    CFBundleDisplayName: 'Spotter',
    CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
    CFBundleURLTypes: [{ CFBundleURLSchemes: ['app.spotter'] }],
    NSFaceIDUsageDescription: expect.any(String),
    NSCameraUsageDescription: expect.any(String),
    NSPhotoLibraryUsageDescription: expect.any(String),
    ITSAppUsesNonExemptEncryption: false,
  });
  // Nothing is sent in the clear, except to a developer's own machine.
  expect(info.NSAppTransportSecurity).toEqual({ NSAllowsLocalNetworking: true });
});

test("iOS: the entitlements are those the app uses, for the brand's host", () => {
  expect(plistWithBrand('ios/App/App/App.entitlements')).toEqual({
    'aps-environment': 'development',
    'com.apple.developer.applesignin': ['Default'],
    'com.apple.developer.associated-domains': ['applinks:spotter.example', 'webcredentials:spotter.example'],
    'com.apple.developer.usernotifications.time-sensitive': true,
  });
});

test('iOS: the privacy manifest tracks nobody and gives a reason for each interface', () => {
  const privacy = plistWithBrand('ios/App/App/PrivacyInfo.xcprivacy') as {
    NSPrivacyTracking: boolean;
    NSPrivacyTrackingDomains: string[];
    NSPrivacyCollectedDataTypes: Record<string, unknown>[];
    NSPrivacyAccessedAPITypes: { NSPrivacyAccessedAPITypeReasons: string[] }[];
  };
  expect(privacy).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] });
  for (const type of privacy.NSPrivacyCollectedDataTypes)
    expect(type).toMatchObject({ NSPrivacyCollectedDataTypeTracking: false });
  for (const type of privacy.NSPrivacyAccessedAPITypes)
    expect(type.NSPrivacyAccessedAPITypeReasons.length).toBeGreaterThan(0);
});

test('iOS: the Xcode project builds both configurations with the brand, the entitlements and the privacy manifest', () => {
  const project = xcode.project(`${root}ios/App/App.xcodeproj/project.pbxproj`).parseSync();
  const { objects } = project.hash.project;
  type Settings = { buildSettings?: Record<string, string>; baseConfigurationReference?: string };
  const ofTarget = Object.values(objects.XCBuildConfiguration as Record<string, Settings>).filter(
    ({ buildSettings }) => buildSettings?.PRODUCT_BUNDLE_IDENTIFIER,
  );
  expect(ofTarget).toHaveLength(2);
  const files = objects.PBXFileReference as Record<string, { path: string; name?: string }>;
  const bases = ofTarget.map(({ baseConfigurationReference: id = '' }) => files[id]?.path.replaceAll('"', ''));
  expect(bases).toEqual(['../debug.xcconfig', '../brand.xcconfig']);
  expect(read('ios/debug.xcconfig')).toContain('#include "brand.xcconfig"');
  for (const { buildSettings } of ofTarget)
    expect(buildSettings).toMatchObject({
      PRODUCT_BUNDLE_IDENTIFIER: '"$(APP_ID)"',
      CODE_SIGN_ENTITLEMENTS: 'App/App.entitlements',
      INFOPLIST_FILE: 'App/Info.plist',
    });
  type Phase = Record<string, { files?: { comment: string }[] }>;
  const built = (phase: unknown) =>
    Object.values(phase as Phase).flatMap(({ files: listed = [] }) => listed.map(({ comment }) => comment));
  expect(built(objects.PBXResourcesBuildPhase)).toContain('PrivacyInfo.xcprivacy in Resources');
  const code = readdirSync(`${root}ios/App/App`).filter((file) => file.endsWith('.swift'));
  expect(built(objects.PBXSourcesBuildPhase).sort()).toEqual(code.map((file) => `${file} in Sources`).sort());
  for (const file of ['Info.plist', 'App.entitlements', 'PrivacyInfo.xcprivacy'])
    expect(existsSync(`${root}ios/App/App/${file}`)).toBe(true);
});

test('iOS: a swipe from the edge goes back, whichever way the first screen is made', () => {
  const own = 'AppViewController';
  const code = read(`ios/App/App/${own}.swift`);
  expect(code).toContain(`class ${own}: CAPBridgeViewController`);
  expect(code).toContain('webView?.allowsBackForwardNavigationGestures = true');
  expect(read('ios/App/App/SceneDelegate.swift')).toContain(`rootViewController = ${own}()`);
  const screens = new DOMParser().parseFromString(read('ios/App/App/Base.lproj/Main.storyboard'), 'text/xml');
  const classes = elements('viewController', screens).map((one) => one.getAttribute('customClass'));
  expect(classes).toEqual([own]);
});

test("iOS: every action of a push is registered with its words, before the app's pages are there", () => {
  const code = read('ios/App/App/PushActions.swift');
  const registered = Array.from(
    code.matchAll(/UN(TextInput)?NotificationAction\(identifier: "(\w+)", title: "([^"]+)"/g),
    ([, isText, name, title]) => [name, { title, isText: Boolean(isText) }],
  );
  expect(Object.fromEntries(registered)).toEqual(
    Object.fromEntries(
      Object.entries(pushActionWords).map(([name, { title }]) => [name, { title, isText: name === 'reply' }]),
    ),
  );
  expect(read('ios/App/App/AppDelegate.swift')).toContain('PushActions.shared.start()');
  // Otherwise Capacitor would take the delegate's place as soon as its pages load.
  expect(json('capacitor.config.json').ios.handleApplicationNotifications).toBe(false);
  expect(read('ios/App/App/AppViewController.swift')).toContain(
    'PushActions.shared.router = bridge?.notificationRouter',
  );
  const { AppServer } = plistWithBrand('ios/App/App/Info.plist') as { AppServer: string };
  // `$()` is nothing, between the two slashes that would begin a comment.
  expect(AppServer.replace('$()', '')).toBe('https://spotter.example');
});

test('both apps take an action as the worker does, and read what the server sends', () => {
  const [swift, receiver, shown] = [
    'ios/App/App/PushActions.swift',
    `${java}/PushActionReceiver.java`,
    `${java}/PushNotification.java`,
  ].map(read) as [string, string, string];
  const action = { name: 'reply', title: '', path: '', token: '' } as const;
  const sent = new Set(['done', ...Object.keys(phoneActions([action])[0]!)]);
  for (const code of [swift, receiver]) {
    expect(code).toContain('"Action "');
    expect(code).toContain(`"${tryInApp}"`);
    for (const key of ['path', 'token', 'done', 'failed'])
      expect([key, sent.has(key) && code.includes(`"${key}"`)]).toEqual([key, true]);
  }
  for (const key of ['name', 'title']) expect([key, sent.has(key) && shown.includes(`"${key}"`)]).toEqual([key, true]);
});

test('Android: a push is shown only to the member whom the pages named', () => {
  expect(read(`${java}/PushService.java`)).toContain('!PushOwner.isFor(this, message.getData().get("to"))');
  expect(read(`${java}/MainActivity.java`)).toContain('registerPlugin(PushOwner.class);');
});

test("iOS: the phone's answer about pushes reaches the plugin", () => {
  const code = read('ios/App/App/AppDelegate.swift');
  for (const name of ['capacitorDidRegisterForRemoteNotifications', 'capacitorDidFailToRegisterForRemoteNotifications'])
    expect(code).toContain(`.${name}`);
});

test("Android: pushes come to the app's own service, and their buttons to a receiver that no other app can call", () => {
  const services = elements('service').map((one) => [
    one.getAttribute('android:name'),
    one.getAttribute('tools:node') || elements('action', one).map((action) => action.getAttribute('android:name')),
  ]);
  expect(services).toEqual([
    ['com.capacitorjs.plugins.pushnotifications.MessagingService', 'remove'],
    ['.PushService', ['com.google.firebase.MESSAGING_EVENT']],
  ]);
  const receivers = elements('receiver').map((one) => one.getAttribute('android:name'));
  expect(receivers).toEqual(['.PushActionReceiver']);
  for (const one of [...elements('receiver'), ...elements('service').slice(1)]) {
    expect(one.getAttribute('android:exported')).toBe('false');
    expect(existsSync(`${root}${java}/${one.getAttribute('android:name')?.slice(1)}.java`)).toBe(true);
  }
  // The plugin's own class, and the Firebase it is built on.
  const plugin = 'node_modules/@capacitor/push-notifications/android';
  expect(read(`${plugin}/src/main/AndroidManifest.xml`)).toContain(String(services[0]![0]));
  const version = /firebaseMessagingVersion = '([\d.]+)'/.exec(read('android/variables.gradle'))?.[1];
  expect(read(`${plugin}/build.gradle`)).toContain(`rootProject.ext.firebaseMessagingVersion : '${version}'`);
  for (const [, kind, name] of read(`${java}/PushNotification.java`).matchAll(/R\.(drawable|color)\.(\w+)/g))
    expect(
      existsSync(`${root}android/app/src/main/res/${kind}/${name}.xml`) ||
        read('android/app/build.gradle').includes(`resValue "${kind}", "${name}"`),
    ).toBe(true);
  expect(read('android/app/build.gradle')).toContain('resValue "string", "app_server", brand.appServer');
});

const manifest = new DOMParser().parseFromString(read('android/app/src/main/AndroidManifest.xml'), 'text/xml');
const elements = (tag: string, inside: Pick<Element, 'getElementsByTagName'> = manifest) =>
  Array.from(inside.getElementsByTagName(tag));

test('Android: the app opens the links that the server says are its own', () => {
  const links = elements('intent-filter').find((filter) => filter.getAttribute('android:autoVerify') === 'true')!;
  const values = (name: string) => elements('data', links).flatMap((data) => data.getAttribute(name) || []);
  expect(values('android:scheme')).toEqual(['https']);
  expect(values('android:host')).toEqual([`\${appHost}`]);
  expect(values('android:pathPrefix').map((prefix) => `${prefix}*`)).toEqual([...appLinkPaths]);
});

test('Android: may notify and unlock, and its data stays on the phone', () => {
  const permissions = elements('uses-permission').map((one) => one.getAttribute('android:name'));
  for (const name of ['INTERNET', 'POST_NOTIFICATIONS', 'USE_BIOMETRIC'])
    expect(permissions).toContain(`android.permission.${name}`);
  expect(elements('application')[0]?.getAttribute('android:allowBackup')).toBe('false');
});

test('Android: Gradle takes id, host and name from the brand', () => {
  const gradle = read('android/app/build.gradle');
  expect(gradle).toContain("file('../brand.properties')");
  for (const [, name] of gradle.matchAll(/brand\.(app\w+)/g))
    expect(valuesIn(read('android/brand.properties'))).toHaveProperty(name!);
  const namespace = /namespace = "([\w.]+)"/.exec(gradle)?.[1];
  expect(existsSync(`${root}android/app/src/main/java/${namespace?.replaceAll('.', '/')}/MainActivity.java`)).toBe(
    true,
  );
});

test('every plugin is in both projects, at the version the web app is written for', () => {
  const { dependencies } = json('web/package.json');
  const { packages } = json('package-lock.json');
  for (const name of [...plugins, '@capacitor/core']) {
    expect([name, valid(dependencies[name])]).toEqual([name, dependencies[name]]);
    expect(packages[`node_modules/${name}`].version).toBe(dependencies[name]);
  }
  const capacitor = dependencies['@capacitor/core'];
  expect(json('package.json').devDependencies).toMatchObject({
    '@capacitor/ios': capacitor,
    '@capacitor/android': capacitor,
  });
  expect(json('native/package.json').dependencies).toEqual({ '@capacitor/cli': capacitor });
  const [swift, settings] = [read('ios/App/CapApp-SPM/Package.swift'), read('android/capacitor.settings.gradle')];
  for (const name of plugins) {
    expect(swift).toContain(`node_modules/${name}"`);
    expect(settings).toContain(`node_modules/${name}/android`);
  }
  expect(swift).toContain(`exact: "${capacitor}"`);
});
