import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../web-build.ts';
import { type Brand, brandFor } from './brand.ts';
import { brandProperties, capacitorConfig, WEB_FOLDER, xcconfig } from './brand-files.ts';
import { imagesOf, writeImages } from './images.ts';
import { buildPages } from './page.ts';

type Platform = 'ios' | 'android';

const opensWith = { ios: 'Xcode: open ios/App/App.xcodeproj', android: 'Android Studio: open android/' };

/** Makes a phone's project ready to build: brand, pages, plugins. The arguments are those of docs/ios.md. */
export async function makeApp(platform: Platform): Promise<void> {
  try {
    const text = { type: 'string' } as const;
    const options = { organization: text, server: text, 'app-id': text, host: text, 'google-client-id': text };
    const brand = await brandFor(parseArgs({ options }).values);
    console.log(`${brand.appName} (${brand.appId}) for ${brand.server}`);
    writeBrand(platform, brand);
    await writeImages(imagesOf(platform, brand));
    await buildPages(join(root, WEB_FOLDER), brand);
    sync(platform);
    console.log(`Ready. Build it with ${opensWith[platform]}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function writeBrand(platform: Platform, brand: Brand): void {
  writeFileSync(join(root, 'capacitor.config.json'), `${JSON.stringify(capacitorConfig(brand), null, 2)}\n`);
  if (platform === 'ios') writeFileSync(join(root, 'ios/brand.xcconfig'), xcconfig(brand));
  else writeFileSync(join(root, 'android/brand.properties'), brandProperties(brand));
}

/** Capacitor's command line is installed when it is first needed: it wants a newer Node than the rest. */
function sync(platform: Platform): void {
  const tools = join(root, 'native');
  if (!existsSync(join(tools, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund'], tools);
  run(process.execPath, [join(tools, 'node_modules/@capacitor/cli/bin/capacitor'), 'sync', platform], root);
}

function run(program: string, args: string[], cwd: string): void {
  const env = { ...process.env, CAPACITOR_TELEMETRY: '0' };
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit', env });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} failed; the reason is above.`);
}
