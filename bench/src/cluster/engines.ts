import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, type EnginePart, engine, isListening } from './engine.ts';
import { balancerFile, databaseAddressFile, pgbouncerFile } from './files.ts';
import type { Places } from './places.ts';

/** One member stands for the three of production, so that losing it is losing all. */
export function createEtcd({ folder, programs, account, hosts, ports }: Places): EnginePart {
  const clients = `http://${hosts.local}:${ports.etcd}`;
  const peers = `http://${hosts.local}:${ports.etcdPeers}`;
  const options = {
    name: 'etcd1',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `etcd1=${peers}`,
  };
  return engine('etcd', {
    command: [programs.etcd, ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    folder,
    ids: account.ids,
    isUp: () => answers(`${clients}/health`),
  });
}

/** The one address of whichever PostgreSQL is the primary. */
export const createDatabaseAddress = (places: Places): EnginePart =>
  haproxy(places, { name: 'haproxy-postgres', text: databaseAddressFile(places), port: places.ports.primary });

export function createBalancer(places: Places): EnginePart {
  const { node1, node2, node3, balancer: port } = places.ports;
  return haproxy(places, { name: 'haproxy', text: balancerFile(port, [node1, node2, node3]), port });
}

type Configured = { name: string; text: string; port: number };

function haproxy({ folder, programs, hosts }: Places, { name, text, port }: Configured): EnginePart {
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, text);
  return engine(name, {
    command: [programs.haproxy, '-db', '-f', file],
    folder,
    isUp: () => isListening(hosts.local, port),
  });
}

export function createPgBouncer(places: Places, password: string): EnginePart {
  const { folder, programs, account, hosts, ports } = places;
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"spotter" "${password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, pgbouncerFile(places, users));
  return engine('pgbouncer', {
    command: [programs.pgbouncer, file],
    folder,
    ids: account.ids,
    isUp: () => isListening(hosts.local, ports.pgbouncer),
  });
}
