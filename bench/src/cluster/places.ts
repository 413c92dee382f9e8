import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterwards } from '../cleanup.ts';
import { freePort } from '../server-process.ts';
import { type Account, findPrograms, type Programs, serviceAccount } from './programs.ts';

/** Where everything is. */
export type Places = {
  folder: string;
  programs: Programs;
  account: Account;
  /** Machines with PostgreSQL have an address each, because HAProxy asks them all on one port. The third one is away. */
  hosts: typeof hosts;
  ports: Record<(typeof wanted)[number], number>;
};

const hosts = { local: '127.0.0.1', pg1: '127.0.0.11', pg2: '127.0.0.12', pg3: '127.0.0.13' };
const wanted = [
  ...(['etcd', 'etcdPeers', 'rest', 'postgres', 'primary', 'replicas'] as const),
  ...(['pgbouncer', 'node1', 'node2', 'node3', 'balancer'] as const),
] as const;

export async function choosePlaces({ keep = false } = {}): Promise<Places> {
  const programs = findPrograms();
  const account = serviceAccount();
  const folder = mkdtempSync(join(tmpdir(), 'spotter-cluster-'));
  if (account.ids.uid) chownSync(folder, account.ids.uid, account.ids.gid ?? 0);
  afterwards(() =>
    keep ? console.log(`Everything is in ${folder}.`) : rmSync(folder, { recursive: true, force: true }),
  );
  const ports: [string, number][] = [];
  for (const name of wanted) ports.push([name, await freePort()]);
  return { folder, programs, account, hosts, ports: Object.fromEntries(ports) as Places['ports'] };
}
