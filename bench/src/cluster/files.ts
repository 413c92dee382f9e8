import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/web-build.ts';
import type { Places } from './places.ts';

/*
 * The files of deploy/ with their names, ports and paths replaced by those of this machine; everything else is as an
 * operator gets it. What should be replaced must be there, so that the files can't change without the cluster.
 */
function deployFile(name: string, replacements: Record<string, string>): string {
  const text = readFileSync(join(root, 'deploy', name), 'utf8');
  const missing = Object.keys(replacements).find((old) => !text.includes(old));
  if (missing) throw new Error(`deploy/${name} has no '${missing}'.`);
  // All at once: a port put in for one may look like another.
  const everyOld = Object.keys(replacements).map((old) => old.replaceAll(/[.*=]/g, '\\$&'));
  return text.replace(new RegExp(everyOld.join('|'), 'g'), (old) => replacements[old]!);
}

/** HAProxy before three nodes. */
export const balancerFile = (port: number, [node1, node2, node3]: readonly number[]): string =>
  deployFile('haproxy.cfg', {
    // More than an ordinary user may open.
    'maxconn 20000': 'maxconn 2000',
    ':8080': `127.0.0.1:${port}`,
    'node1:3000': `127.0.0.1:${node1}`,
    'node2:3000': `127.0.0.1:${node2}`,
    'node3:3000': `127.0.0.1:${node3}`,
  });

export const databaseAddressFile = ({ hosts, ports }: Places): string =>
  deployFile('haproxy-postgres.cfg', {
    ':5000': `${hosts.local}:${ports.primary}`,
    ':5001': `${hosts.local}:${ports.replicas}`,
    'port 8008': `port ${ports.rest}`,
    'pg1:5432': `${hosts.pg1}:${ports.postgres}`,
    'pg2:5432': `${hosts.pg2}:${ports.postgres}`,
    'pg3:5432': `${hosts.pg3}:${ports.postgres}`,
  });

export const pgbouncerFile = ({ hosts, ports, programs }: Places, users: string): string =>
  deployFile('pgbouncer.ini', {
    'host=postgres port=5432': `host=${hosts.local} port=${ports.primary}`,
    'listen_addr = *': `listen_addr = ${hosts.local}`,
    'listen_port = 6432': `listen_port = ${ports.pgbouncer}`,
    '/etc/pgbouncer/users.txt': users,
    ...(!programs.keepsStatements && {
      'pool_mode = transaction': 'pool_mode = session',
      'max_prepared_statements = 1000\n': '\n',
    }),
  });

/** Of one machine with PostgreSQL, whose data, sockets and watchdog are in a folder of its own. */
export type Machine = { name: string; host: string; folder: string };

export const patroniFile = ({ hosts, ports, account, programs }: Places, { name, host, folder }: Machine): string =>
  deployFile('patroni.yml', {
    'name: pg1': `name: ${name}`,
    '0.0.0.0:8008': `${host}:${ports.rest}`,
    'pg1:8008': `${host}:${ports.rest}`,
    'etcd1:2379, etcd2:2379, etcd3:2379': `${hosts.local}:${ports.etcd}`,
    '0.0.0.0:5432': `${host}:${ports.postgres}`,
    'pg1:5432': `${host}:${ports.postgres}`,
    '/var/lib/postgresql/16/spotter': join(folder, 'data'),
    '/usr/lib/postgresql/16/bin': programs.postgres,
    '/var/run/postgresql': join(folder, 'socket'),
    // pgBackRest signs in under the name of the account it runs as.
    'username: postgres': `username: ${account.name}`,
    'device: /dev/watchdog': `device: ${join(folder, 'watchdog')}\n  driver: testing`,
  });

/** A folder stands for the bucket. */
export const backupFile = ({ folder: all }: Places, { folder }: Machine): string =>
  deployFile('pgbackrest.conf', {
    'repo1-type=s3': 'repo1-type=posix',
    'repo1-path=/pgbackrest': `repo1-path=${join(all, 'backups')}`,
    '/var/spool/pgbackrest': join(folder, 'spool'),
    '/var/lib/postgresql/16/spotter': join(folder, 'data'),
  });
