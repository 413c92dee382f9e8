import type { FileStore } from '#platform/file-store.ts';
import { handlers } from '#platform/http/handlers.ts';
import { startDemo } from './demo.service.ts';
import { createDemoFaces } from './demo-faces.service.ts';
import { demoPeople } from './demo-world.service.ts';
import { createBuilders } from './stock/build-demo.service.ts';

export function demoRoutes({ files }: { files: FileStore }) {
  const facesOf = createDemoFaces(files, demoPeople);
  const builders = createBuilders();
  return handlers({ startDemo: (ctx) => startDemo(ctx, { facesOf, builders }) });
}
