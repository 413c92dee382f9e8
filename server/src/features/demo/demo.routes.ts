import type { FileStore } from '#platform/files/file-store.ts';
import { handlers } from '#platform/http/handlers.ts';
import { startDemo } from './demo.service.ts';
import { createDemoFaces } from './demo-faces.service.ts';
import { demoPeople } from './demo-world.service.ts';

export function demoRoutes({ files }: { files: FileStore }) {
  const faces = createDemoFaces(files, demoPeople);
  return handlers({ startDemo: (ctx) => startDemo(ctx, faces) });
}
