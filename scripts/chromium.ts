/** Finds a Chromium for the browser tests, or downloads one from Debian. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const cache = join(import.meta.dirname, '..', '.cache', 'chromium');
const ownCopy = join(cache, 'chromium');
// The headless shell first: it renders the same pages with a fifth less work.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The path of a Chromium that runs, or null. */
export function findChromium(): string | null {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [...inPath, ownCopy, ...(process.platform === 'darwin' ? macApplications : [])];
  const wanted = process.env.CHROMIUM_PATH;
  return (wanted ? [wanted] : candidates).find(isProgram) ?? null;
}

/** The same, after installing one if there is none. */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not run.`);
  try {
    if (process.getuid?.() === 0) installAsRoot(say);
    else copyAsUser(say);
  } catch (error) {
    const complaint = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`${howToHelp} (${complaint.trim().split('\n').at(-1)})`);
  }
  const installed = findChromium();
  if (!installed) throw new Error(howToHelp);
  return installed;
}

const howToHelp = 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.';
const debianPackage = 'chromium-headless-shell';
const fonts = 'fonts-liberation';

function installAsRoot(say: (line: string) => void): void {
  say('Installing Chromium from Debian…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['-qq', 'update'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const args = ['-qq', 'install', '-y', '--no-install-recommends', debianPackage, fonts];
  execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Without root: unpacks the packages and their dependencies under .cache/ and runs them from there. */
function copyAsUser(say: (line: string) => void): void {
  say('Bringing a copy of Chromium from Debian…');
  const state = join(cache, 'apt');
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(state, folder), { recursive: true });
  const options = [
    `Dir::State::lists=${state}/lists`,
    `Dir::Cache=${state}`,
    `Dir::Cache::archives=${state}/archives`,
    'Dir::State::status=/var/lib/dpkg/status',
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  const apt = (...args: string[]) => execFileSync('apt-get', ['-qq', ...options, ...args], { stdio: 'pipe' });
  apt('update');
  apt('install', '-y', '--no-install-recommends', '--download-only', debianPackage, fonts);
  const unpacked = join(cache, 'root');
  for (const archive of globSync('*.deb', { cwd: join(state, 'archives') })) {
    execFileSync('dpkg-deb', ['-x', join(state, 'archives', archive), unpacked], { stdio: 'pipe' });
  }
  rmSync(state, { recursive: true, force: true });
  writeFileSync(ownCopy, wrapper(unpacked));
  chmodSync(ownCopy, 0o755);
  const trial = spawnSync(ownCopy, ['--version'], { encoding: 'utf8' });
  if (trial.status === 0) return;
  rmSync(ownCopy);
  throw new Error(trial.stderr);
}

/** Debian's start script has absolute paths, so ours starts the program directly. */
function wrapper(unpacked: string): string {
  const libraries = globSync(['usr/lib', 'lib', 'usr/lib/*-linux-*', 'lib/*-linux-*', 'usr/lib/*-linux-*/*'], {
    cwd: unpacked,
  }).map((folder) => join(unpacked, folder));
  const fontsConfig = join(cache, 'fonts.conf');
  const system = isReadable('/etc/fonts/fonts.conf') ? '<include>/etc/fonts/fonts.conf</include>' : '';
  writeFileSync(
    fontsConfig,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${system}<dir>${unpacked}/usr/share/fonts</dir><cachedir>${cache}/fontconfig</cachedir></fontconfig>\n`,
  );
  return [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `export FONTCONFIG_FILE="${fontsConfig}"`,
    `exec "${unpacked}/usr/lib/chromium/chromium-headless-shell" "$@"`,
    '',
  ].join('\n');
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) console.log(ensureChromium(console.error));
