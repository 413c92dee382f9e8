/** npm silently skips native packages it can't install, and may drop other platforms from the lock file. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './web-build.ts';

export type LockEntry = {
  version?: string;
  integrity?: string;
  link?: boolean;
  /** Bundled inside the package that needs it, whose own hash covers it. */
  inBundle?: boolean;
  /** Some packages give one name, others a list. */
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  engines?: { node?: string };
  optionalDependencies?: Record<string, string>;
};
/** Entries by folder: `node_modules/sharp`, `server`, and '' for the root. */
export type LockedPackages = Record<string, LockEntry>;
export type Platform = { os: string; cpu: string; libc?: string };

const allows = (allowed: string | string[] | undefined, actual: string | undefined) =>
  !allowed || !actual || [allowed].flat().includes(actual);

export const fits = ({ os, cpu, libc }: LockEntry, platform: Platform) =>
  allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc);

export const isNative = ({ os, cpu }: LockEntry) => Boolean(os || cpu);

/** The folder where Node finds a dependency: next to the package that asks, or in a folder above it. */
function folderOf(packages: LockedPackages, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at && `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (!at) return null;
  }
}

/** The optional dependencies of each package, with their folder in the lock file. */
export const optionalDependencies = (packages: LockedPackages) =>
  Object.entries(packages).flatMap(([parent, { optionalDependencies: named }]) => {
    const children = Object.entries(named ?? {}).map(([name, wanted]) => {
      const folder = folderOf(packages, parent, name);
      // Families name exact versions, so another version counts as missing.
      const suits = folder && (!/^\d/.test(wanted) || packages[folder]?.version === wanted);
      return { name, wanted, folder: suits ? folder : null };
    });
    return children.length > 0 ? [{ parent, children }] : [];
  });

/**
 * The native packages that this platform needs and the installation lacks, as `name@version`. A package that isn't
 * installed itself (npm ci --omit=dev) needs none.
 */
export function missingNativePackages(
  packages: LockedPackages,
  platform: Platform,
  installedVersion: (folder: string) => string | null,
): string[] {
  const missing = new Set<string>();
  for (const { parent, children } of optionalDependencies(packages)) {
    if (parent.includes('node_modules/') && !installedVersion(parent)) continue;
    for (const { name, folder } of children) {
      const entry = folder ? packages[folder] : undefined;
      if (!folder || !entry || !isNative(entry) || !fits(entry, platform)) continue;
      if (installedVersion(folder) !== entry.version) missing.add(`${name}@${entry.version}`);
    }
  }
  return [...missing].sort();
}

export const readLockFile = (): LockedPackages =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

function thisPlatform(): Platform {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux' || !process.report) return { os, cpu };
  // Looking up the names of all network interfaces would take longer than the rest together.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return { os, cpu, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' };
}

function installedVersion(folder: string): string | null {
  const path = join(root, folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}

/** Throws with the command to run when a native package is missing. */
export function requireNativePackages(): void {
  const platform = thisPlatform();
  const missing = missingNativePackages(readLockFile(), platform, installedVersion);
  if (missing.length === 0) return;
  throw new Error(
    [
      `Missing native packages for ${platform.os}-${platform.cpu}: ${missing.join(', ')}.`,
      'Run: npm ci',
      `Still missing? npm skips an optional package it cannot fetch: try npm ci --include=optional, and npm view ${missing[0]}`,
    ].join('\n'),
  );
}
