import { API_ROOT } from '@spotter/contract/api/address.ts';
import type { FastifyInstance } from 'fastify';
import { type Offload, task } from '#platform/offload/offload.ts';
import { HTML, keptPage } from '../pages/kept-page.ts';
import { apiDocsCss } from './api-docs.css.ts';
import type describeApi from './api-docs.task.ts';

const describing = task<typeof describeApi>(new URL('./api-docs.task.ts', import.meta.url));

/** `/api/v1/openapi.json` for programs and `/api/docs` for people, generated from the contract on first use. */
export function registerApiDocs(app: FastifyInstance, { offload, ...options }: { offload: Offload; version: string }) {
  const described = async () => offload.run(describing, options, { owner: 'api docs' });
  app.get(
    `${API_ROOT}/openapi.json`,
    keptPage('application/json; charset=utf-8', async () => (await described()).json),
  );
  app.get(
    '/api/docs',
    keptPage(HTML, async () => (await described()).html),
  );
  app.get(
    '/api/docs.css',
    keptPage('text/css; charset=utf-8', () => apiDocsCss),
  );
}
