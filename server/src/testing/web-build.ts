import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const least = {
  'app.html': '<html><head></head><body></body></html>',
  'first-screen.html': '',
  '.vite/manifest.json': '{}',
  'assets/start.js': '',
};

/** The least web app that the server serves, with more files or others. Serving the built one makes each start slower. */
export function writeWebBuild(folder: string, files: Record<string, string> = {}): void {
  for (const [name, text] of Object.entries({ ...least, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
