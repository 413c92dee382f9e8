/** `npm start`: builds the web app when it has changed, then runs the server in this process. */
import module from 'node:module';
import { join } from 'node:path';
import './build.ts';
import { root } from './web-build.ts';

if (!process.exitCode) {
  // Reading the sources is most of a warm start; what Node makes of them is kept for the next one.
  module.enableCompileCache(join(root, '.cache', 'node'));
  setTimeout(() => module.flushCompileCache(), 3_000).unref();
  await import('../server/src/main.ts');
}
