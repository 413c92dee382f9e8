/** `npm run cluster`: a whole installation of several machines on this one, from Debian's packages. See docs/cluster.md. */
import { buildWeb } from '../../../scripts/web-build.ts';
import { cleanUp, cleanUpOnSignals, isCleaningUp } from '../cleanup.ts';
import { startCluster } from './cluster.ts';
import { choosePlaces } from './places.ts';
import { CannotRun } from './programs.ts';

cleanUpOnSignals();
try {
  const places = await choosePlaces();
  await buildWeb(console.log);
  const { url, settings, primary, standby } = await startCluster(places, console.log);
  const { hosts, ports, programs } = places;
  const nodes = [ports.node1, ports.node2, ports.node3].map((port) => `http://${hosts.local}:${port}`);
  console.log(`
Spotter            ${url}
its nodes          ${nodes.join('  ')}
PgBouncer          ${settings.DATABASE_URL}  (${programs.keepsStatements ? 'transaction' : 'session'} mode)
the primary        ${settings.DATABASE_DIRECT_URL}
Patroni            ${(await primary()).rest} (primary)  ${(await standby()).rest} (synchronous standby)
etcd               http://${hosts.local}:${ports.etcd}
logs and data      ${places.folder}

Fill it: DATABASE_URL=${settings.DATABASE_DIRECT_URL} npm run simulate -- --members 500 --weeks 8 --seed 1 --world quiet
Ctrl-C stops everything and deletes its data.`);
} catch (error) {
  if (!isCleaningUp()) console.error(error instanceof CannotRun ? error.message : error);
  process.exitCode = 1;
  await cleanUp();
  process.exit();
}
