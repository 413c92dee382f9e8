/** `npm run build`: builds the web app, unless it is up to date. */
import { requireNativePackages } from './native-packages.ts';
import { buildWeb } from './web-build.ts';

try {
  requireNativePackages();
  await buildWeb(console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
