/** `npm run build`: the web app as it is served, unless it is built already. */
import { buildWeb } from './web-build.ts';

try {
  await buildWeb(console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
