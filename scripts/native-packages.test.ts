import { describe, expect, test } from 'vitest';
import { type LockedPackages, missingNativePackages, type Platform } from './native-packages.ts';
import { lockFileFaults } from './test-run/lock-file.ts';

const linuxArm: Platform = { os: 'linux', cpu: 'arm64', libc: 'glibc' };
const native = (os: string, cpu: string, libc?: string) => ({
  version: '2.0.0',
  integrity: 'sha512-…',
  os: [os],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
});

/** A parser with native packages for five platforms, one of them in its own folder. */
const parser: LockedPackages = {
  '': {},
  server: {},
  'node_modules/server': { link: true },
  'node_modules/parser': {
    version: '2.0.0',
    integrity: 'sha512-…',
    optionalDependencies: Object.fromEntries(
      ['darwin-arm64', 'linux-arm64', 'linux-arm64-musl', 'linux-x64', 'win32-x64'].map((it) => [
        `parser-${it}`,
        '2.0.0',
      ]),
    ),
  },
  'node_modules/parser/node_modules/parser-linux-arm64': native('linux', 'arm64', 'glibc'),
  'node_modules/parser-linux-arm64': { ...native('linux', 'arm64', 'glibc'), version: '1.0.0' },
  'node_modules/parser-linux-arm64-musl': native('linux', 'arm64', 'musl'),
  'node_modules/parser-linux-x64': native('linux', 'x64', 'glibc'),
  'node_modules/parser-darwin-arm64': native('darwin', 'arm64'),
  'node_modules/parser-win32-x64': native('win32', 'x64'),
};
const without = (folder: string) =>
  Object.fromEntries(Object.entries(parser).filter(([path]) => path !== folder)) as LockedPackages;

const installed = (...folders: string[]) => {
  return (folder: string) => (folders.includes(folder) ? (parser[folder]?.version ?? null) : null);
};
const nested = 'node_modules/parser/node_modules/parser-linux-arm64';

describe('native packages of this platform', () => {
  test('are complete when the one for this os, cpu and libc is installed', () => {
    expect(missingNativePackages(parser, linuxArm, installed('node_modules/parser', nested))).toEqual([]);
  });

  test('are named with their version when they are missing', () => {
    const found = missingNativePackages(parser, linuxArm, installed('node_modules/parser'));
    expect(found).toEqual(['parser-linux-arm64@2.0.0']);
  });

  test('count as missing when another version is installed', () => {
    const found = missingNativePackages(parser, linuxArm, (folder) => (folder === nested ? '1.9.0' : '2.0.0'));
    expect(found).toEqual(['parser-linux-arm64@2.0.0']);
  });

  test('are not needed when the package that uses them is not installed', () => {
    expect(missingNativePackages(parser, linuxArm, () => null)).toEqual([]);
  });

  test('are needed when a workspace names them, even if nothing is installed', () => {
    const packages: LockedPackages = {
      server: { optionalDependencies: { 'database-linux-arm64': '^2.0.0', 'database-win32-x64': '^2.0.0' } },
      // Some packages give one name, others a list.
      'node_modules/database-linux-arm64': { version: '2.0.0', os: 'linux', cpu: 'arm64' },
      'node_modules/database-win32-x64': { version: '2.0.0', os: 'win32', cpu: 'x64' },
    };
    expect(missingNativePackages(packages, linuxArm, () => null)).toEqual(['database-linux-arm64@2.0.0']);
  });
});

describe('a lock file', () => {
  test('is complete when each family has every supported platform', () => {
    expect(lockFileFaults(parser)).toEqual([]);
  });

  test('is refused when npm dropped a platform', () => {
    expect(lockFileFaults(without('node_modules/parser-linux-x64'))).toEqual([
      'node_modules/parser needs parser-linux-x64@2.0.0, which has no entry',
      'node_modules/parser has no native package for linux-x64',
    ]);
  });

  test('is refused when a package is not for the oldest Node that can install the product', () => {
    const folder = 'node_modules/parser-linux-x64';
    const wanting = (node: string) => ({ ...parser, [folder]: { ...parser[folder], engines: { node } } });
    expect(lockFileFaults(wanting('^20.19.0 || >=22.12.0'))).toEqual([]);
    expect(lockFileFaults(wanting('^22.20 || >=24'))).toEqual([
      `${folder} wants Node ^22.20 || >=24, so Node 20.19.0 lacks it or warns`,
    ]);
  });

  test('is refused when a package would find a native package in another version', () => {
    expect(lockFileFaults(without(nested))).toEqual([
      'node_modules/parser needs parser-linux-arm64@2.0.0, which has no entry',
      'node_modules/parser has no native package for linux-arm64',
    ]);
  });

  test('is refused when a package no longer offers a platform we support', () => {
    const lock = structuredClone(without('node_modules/parser-darwin-arm64'));
    delete lock['node_modules/parser']?.optionalDependencies?.['parser-darwin-arm64'];
    expect(lockFileFaults(lock)).toEqual(['node_modules/parser has no native package for darwin-arm64']);
  });

  test('is refused when an entry has no integrity', () => {
    const lock = structuredClone(parser);
    delete lock[nested]?.integrity;
    expect(lockFileFaults(lock)).toEqual([`${nested} has no integrity`]);
  });

  test('needs no integrity for what another package carries inside it', () => {
    expect(lockFileFaults({ 'node_modules/parser/node_modules/tslib': { version: '2.0.0', inBundle: true } })).toEqual(
      [],
    );
  });

  test('needs no family for what only macOS uses', () => {
    const lock: LockedPackages = {
      'node_modules/watcher': { integrity: 'sha512-…', optionalDependencies: { fsevents: '~2.3.3' } },
      'node_modules/fsevents': { integrity: 'sha512-…', os: ['darwin'] },
    };
    expect(lockFileFaults(lock)).toEqual([]);
  });
});
