/** `npm start`: builds the web app when it has changed, then runs the server in this process. */
import module from 'node:module';
import './build.ts';

if (!process.exitCode) {
  // Reading the sources is most of a warm start; what Node makes of them is kept for the next one. package.json says where:
  // by the time this file runs, Node would have loaded what strips types, and kept it (15 MB).
  setTimeout(() => module.flushCompileCache(), 3_000).unref();
  await import('../server/src/main.ts');
}
