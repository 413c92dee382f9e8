/** What package-lock.json must hold, so that `npm ci` works on every supported platform and Node. */
import { satisfies } from 'semver';
import { fits, isNative, type LockedPackages, optionalDependencies, type Platform } from '../native-packages.ts';

/** The oldest Node that `npm ci` is promised to work on. On it npm skips optional packages that want a newer one. */
const oldestNode = '20.19.0';

const supportedPlatforms: Platform[] = [
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'darwin', cpu: 'arm64' },
];

/** What the lock file lacks for npm ci on the supported platforms, one sentence each. */
export function lockFileFaults(packages: LockedPackages): string[] {
  const faults = Object.entries(packages)
    .filter(([folder, entry]) => folder.includes('node_modules/') && !entry.link && !entry.inBundle && !entry.integrity)
    .map(([folder]) => `${folder} has no integrity`);
  for (const [folder, entry] of Object.entries(packages)) {
    const wanted = entry.engines?.node;
    if (!folder.includes('node_modules/') || !wanted || satisfies(oldestNode, wanted)) continue;
    if (supportedPlatforms.some((platform) => fits(entry, platform))) {
      faults.push(`${folder} wants Node ${wanted}, so Node ${oldestNode} lacks it or warns`);
    }
  }
  for (const { parent, children } of optionalDependencies(packages)) {
    const owner = parent || 'package.json';
    for (const { name, wanted, folder } of children) {
      if (!folder) faults.push(`${owner} needs ${name}@${wanted}, which has no entry`);
    }
    const entries = children.flatMap(({ folder }) => (folder ? [packages[folder]!] : []));
    // A package for one platform only, or one that only macOS needs (fsevents), has no family.
    if (isNative(packages[parent]!) || !entries.some(({ cpu }) => cpu)) continue;
    for (const platform of supportedPlatforms) {
      const found = entries.some((entry) => isNative(entry) && fits(entry, platform));
      if (!found) faults.push(`${owner} has no native package for ${platform.os}-${platform.cpu}`);
    }
  }
  return faults;
}
