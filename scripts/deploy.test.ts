import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import {
  backupFile,
  balancerFile,
  databaseAddressFile,
  patroniFile,
  pgbouncerFile,
} from '../bench/src/cluster/files.ts';
import type { Places } from '../bench/src/cluster/places.ts';
import { settings } from '../server/src/platform/config.ts';
import { root } from './web-build.ts';

const file = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

test('every setting that the deployment files give a node exists', () => {
  const given = [
    ...namesIn(file('compose.yaml').split('services:')[0]!, /^ {4}([A-Z0-9_]+):/gm),
    ...namesIn(file('Dockerfile').match(/^ENV .*/m)![0], /([A-Z0-9_]+)=/g),
    ...namesIn(
      file('spotter@.service')
        .match(/^Environment=.*/m)![0]
        .slice('Environment='.length),
      /([A-Z0-9_]+)=/g,
    ),
    ...namesIn(file('spotter.env.example'), /^([A-Z0-9_]+)=/gm),
  ].filter((name) => name !== 'NODE_COMPILE_CACHE');
  expect(given.length).toBeGreaterThan(12);
  expect(given.filter((name) => !(name in settings))).toEqual([]);
});

test('nodes agree on where files are, by both kits', () => {
  const shared = ['S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'TOKEN_SECRET', 'PUSH_KEY'];
  for (const name of shared) {
    expect(file('spotter.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(file('compose.yaml')).toMatch(new RegExp(`^ {4}${name}: `, 'm'));
  }
  expect(file('spotter@.service')).toMatch(/DATA_DIR=[^%\n]+\n/);
  const mounted = namesIn(file('compose.yaml'), /'\.\/([\w.-]+):/g);
  expect(mounted.filter((name) => !existsSync(join(root, 'deploy', name)))).toEqual([]);
});

test('the image installs every workspace, and runs the file that npm start runs', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const copied = namesIn(file('Dockerfile'), /^COPY ([a-z0-9]+)\/package\.json/gm);
  expect(copied.sort()).toEqual([...workspaces].sort());
  const main = /CMD \["node", "(server[^"]+)"\]/.exec(file('Dockerfile'))?.[1];
  expect(readFileSync(join(root, 'scripts/start.ts'), 'utf8')).toContain(main);
  expect(file('spotter@.service')).toContain(main);
});

test('the balancer knows every node, and each has time to drain', () => {
  const compose = file('compose.yaml');
  const nodes = namesIn(compose, /^ {2}(\w+): \*node$/gm);
  expect(namesIn(file('haproxy.cfg'), /^ {4}server \w+ (\w+):3000$/gm)).toEqual(nodes);
  const tracked = namesIn(file('haproxy.cfg'), /^ {4}server \w+ (\w+):3000 track nodes\/\1$/gm);
  expect(tracked, 'for streams and for assets').toEqual([...nodes, ...nodes]);
  const drain = Number(/DRAIN_SECONDS: (\d+)/.exec(compose)?.[1]);
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(drain + 10);
  expect(Number(/TimeoutStopSec=(\d+)/.exec(file('spotter@.service'))?.[1])).toBeGreaterThan(drain + 10);
});

test('the Dockerfile has no fault that a linter finds', () => {
  const faults = validate(file('Dockerfile')).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  expect(faults).toEqual([]);
});

test('the image copies what exists, comes from named versions, and runs as an ordinary user without a shell', () => {
  const text = file('Dockerfile');
  const copied = namesIn(text, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' '));
  expect(copied.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  const images = [...namesIn(text, /^FROM (\S+)/gm), ...namesIn(file('compose.yaml'), /^ +image: (\S+)/gm)];
  expect(images.filter((image) => !/:v?\d/.test(image))).toEqual([]);
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));
  expect(lastStage).toMatch(/^USER (?!root)/m);
  expect(lastStage).toMatch(/^CMD \[/m);
});

test('PostgreSQL takes the connections that docs/cluster.md counts for three nodes', () => {
  const number = (name: string, key: string) =>
    Number(new RegExp(`^ *${key}(?: =|:) (\\d+)$`, 'm').exec(file(name))?.[1]);
  const [processes, jobs, reserved] = [3, 14, 3];
  const pooled = number('pgbouncer.ini', 'default_pool_size');
  expect(number('patroni.yml', 'max_connections')).toBeGreaterThan(
    pooled + processes * 3 + processes * jobs + reserved,
  );
  // In session mode every client keeps a connection of its own.
  expect(pooled).toBeGreaterThanOrEqual(processes * (Number(settings.DATABASE_POOL.fallback) + 1));
  expect(number('pgbouncer.ini', 'max_client_conn')).toBeGreaterThan(pooled);
});

test('npm run cluster finds every name, port and path that it replaces, and leaves none', () => {
  const places = {
    folder: '/cluster',
    programs: { postgres: '/bin', keepsStatements: false },
    account: { name: 'me', ids: {} },
    hosts: { local: '127.0.0.1', pg1: '127.0.0.11', pg2: '127.0.0.12', pg3: '127.0.0.13' },
    ports: new Proxy({}, { get: () => 50000 }),
  } as Places;
  const machine = { name: 'pg2', host: '127.0.0.12', folder: '/cluster/pg2' };
  const files = [
    balancerFile(50000, [50001, 50002, 50003]),
    databaseAddressFile(places),
    pgbouncerFile(places, '/cluster/users.txt'),
    patroniFile(places, machine),
    backupFile(places, machine),
  ];
  const left = /\b(?:node|pg|etcd)\d:\d+|\b(?:3000|5432|6432|8008|8080|2379)\b|\/(?:var|etc|usr)\/\S*/g;
  expect(files.flatMap((text) => text.match(left) ?? [])).toEqual([]);
});
