/** `npm start`: builds the web app when it has changed, then runs the server in this process. */
import './build.ts';

if (!process.exitCode) await import('../server/src/main.ts');
