import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The user PostgreSQL runs as, and the command prefix that achieves it. */
export type Account = {
  prefix: string[];
  ids: { uid?: number; gid?: number };
  /** Who must own the database files; absent if they are already ours. */
  owner?: { uid: number; gid: number };
};

type Ids = { uid: number; gid: number };

const own: Account = { prefix: [], ids: {} };

/**
 * PostgreSQL refuses to run as root, so root runs it as another user, who may be unable to enter a folder that only
 * root may enter. That user gets the one capability for entering and reading (not writing) there or, where that is
 * impossible, a namespace in which root's files seem to belong to an ordinary user.
 */
export function chooseAccount(cluster: string, binaries: string): Account {
  if (process.getuid?.() !== 0) return isKnownUser() ? own : renamed();
  const existing = statOrNull(cluster);
  if (existing?.uid === 0) return namespaced(cluster);
  const ids = existing ? { uid: existing.uid, gid: existing.gid } : serviceUser();
  const binary = join(binaries, 'bin', 'postgres');
  const mayRead = allows(statSync(binary), ids, 0o5);
  if (mayRead && mayEnter(dirname(cluster), ids) && mayEnter(dirname(binary), ids)) {
    return { prefix: [], ids, owner: ids };
  }
  const capability = usableCapability(mayRead);
  if (capability) return { prefix: withCapability(ids, capability), ids: {}, owner: ids };
  if (existing) throw noWayIn(cluster);
  return namespaced(cluster);
}

function isKnownUser(): boolean {
  if (process.platform === 'win32') return true;
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** initdb needs a user with a name; a container may run under a bare number. */
function renamed(): Account {
  const prefix = asUser(serviceUser());
  return works(prefix) ? { prefix, ids: {} } : own;
}

function namespaced(cluster: string): Account {
  const prefix = asUser(serviceUser());
  if (!works(prefix)) throw noWayIn(cluster);
  return { prefix, ids: {} };
}

function asUser({ uid, gid }: Ids): string[] {
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

/**
 * Without `no_setuid_fixup` the kernel ignores capabilities in access(2), which PostgreSQL uses to find its own program
 * file.
 */
function withCapability({ uid, gid }: Ids, capability: string): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--bounding-set=-all,+${capability}`,
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--',
  ];
}

function usableCapability(mayRead: boolean): string | null {
  const held = heldCapabilities();
  const has = (bit: number) => (held & (1n << BigInt(bit))) !== 0n;
  const setpcap = 8;
  if (!has(setpcap) || !inPath('setpriv')) return null;
  // Running a program file that is closed to others takes the larger right.
  if (mayRead && has(2)) return 'dac_read_search';
  return has(1) ? 'dac_override' : null;
}

function heldCapabilities(): bigint {
  try {
    return BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`);
  } catch {
    return 0n;
  }
}

function serviceUser(): Ids {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has neither a user named postgres nor one named nobody. Start Spotter as an ordinary user, or set DATABASE_URL.',
  );
}

function mayEnter(folder: string, ids: Ids): boolean {
  const stats = statOrNull(folder);
  if (stats && !allows(stats, ids, 0o1)) return false;
  const parent = dirname(folder);
  return parent === folder || mayEnter(parent, ids);
}

function allows(stats: Stats, ids: Ids, bits: number): boolean {
  const shift = stats.uid === ids.uid ? 6 : stats.gid === ids.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function works(prefix: string[]): boolean {
  const [command = '', ...args] = prefix;
  return inPath(command) && spawnSync(command, [...args, 'true'], { stdio: 'ignore', cwd: '/' }).status === 0;
}

function inPath(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function statOrNull(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function noWayIn(cluster: string): Error {
  return new Error(
    `PostgreSQL cannot run as root, and no other user may enter ${dirname(cluster)}. Open the folders above it to others (chmod o+x), set DATA_DIR to a folder that is open, or start Spotter as an ordinary user.`,
  );
}
