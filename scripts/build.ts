/** `npm run build`: the web app as it is served, unless it is built already. */
import { requireNativePackages } from './native-packages.ts';
import { buildWeb } from './web-build.ts';

try {
  requireNativePackages();
  await buildWeb(console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
