export { registerPreviews } from './previews.routes.ts';
