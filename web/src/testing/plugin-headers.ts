import { globSync, readFileSync } from 'node:fs';

const root = `${import.meta.dirname}/../../..`;
const node = `${root}/node_modules`;

/** The plugins' own native code says which methods the phone has. */
const plugins = [
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

const always = [
  ['addListener', 'callback'],
  ['removeListener', 'callback'],
  ['removeAllListeners', 'promise'],
  ['checkPermissions', 'promise'],
  ['requestPermissions', 'promise'],
];

export type PluginHeader = { name: string; methods: { name: string; rtype: string }[] };

/** What the plugins' native code offers to the app, as a phone tells it. */
export const pluginHeaders = (platform: 'ios' | 'android' = 'ios'): PluginHeader[] =>
  platform === 'ios' ? iosHeaders() : androidHeaders();

function iosHeaders(): PluginHeader[] {
  const sources = plugins.map((name) => `${name}/ios/**/*Plugin.{swift,m}`);
  const files = globSync(
    [...sources, '@aparajita/**/BiometricAuthNative.swift', '@capacitor/ios/**/SystemBars.swift'],
    { cwd: node },
  );
  return files.flatMap((file) => {
    const text = readFileSync(`${node}/${file}`, 'utf8');
    const [, name] = /jsName = "(\w+)"|CAP_PLUGIN\(\w+, "(\w+)"/.exec(text)?.filter(Boolean) ?? [];
    const found = text.matchAll(/CAPPluginMethod\(name: "(\w+)"|\.init\(#selector\((\w+)\)|CAP_PLUGIN_METHOD\((\w+),/g);
    const own = Array.from(found, ([, ...names]) => [names.find(Boolean)!, 'promise']);
    return name && own.length > 0
      ? [{ name, methods: [...own, ...always].map(([method = '', rtype = '']) => ({ name: method, rtype })) }]
      : [];
  });
}

/** Android's plugins say it in annotations; the app has one of its own. */
function androidHeaders(): PluginHeader[] {
  const sources = plugins.map((name) => `node_modules/${name}/android/src/main/**/*.java`);
  const own = ['node_modules/@capacitor/android/**/plugin/SystemBars.java', 'android/app/src/main/java/**/*.java'];
  return globSync([...sources, ...own], { cwd: root }).flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    if (!/^@CapacitorPlugin/m.test(text)) return [];
    const name =
      /^@CapacitorPlugin\([^)]*?name = "(\w+)"/m.exec(text)?.[1] ?? /class (\w+) extends Plugin/.exec(text)?.[1];
    const found = text.matchAll(
      /@PluginMethod(?:\(returnType = PluginMethod\.RETURN_(\w+)\))?\s+(?:@\w+\s+)*public void (\w+)\(/g,
    );
    const methods = Array.from(found, ([, returns = 'promise', method = '']) => [method, returns.toLowerCase()]);
    return name
      ? [{ name, methods: [...methods, ...always].map(([method = '', rtype = '']) => ({ name: method, rtype })) }]
      : [];
  });
}
