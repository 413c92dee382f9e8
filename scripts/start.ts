/** `npm start`: builds the web app when it has changed, then runs the server in this process. */
import module from 'node:module';
import './build.ts';

if (!process.exitCode) {
  // Loading sources is most of a warm start, so Node's compile cache is kept. package.json sets its folder, because by
  // the time this file runs, Node would already have loaded and cached its type stripper (15 MB).
  setTimeout(() => module.flushCompileCache(), 3_000).unref();
  await import('../server/src/main.ts');
}
