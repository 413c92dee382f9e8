import { features } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { type OpenApiDocument, openApiDocument } from '@spotter/contract/api/openapi.ts';
import type { FastifyInstance } from 'fastify';
import { apiDocsCss, apiDocsHtml } from './api-docs.ts';

/** `/api/v1/openapi.json` for programs and `/api/docs` for people, generated from the contract on first use. */
export function registerApiDocs(app: FastifyInstance, options: { version: string; notBuilt: readonly string[] }) {
  let document: OpenApiDocument | undefined;
  const made = () => {
    document ??= openApiDocument(features, { ...options, serverUrl: API_ROOT });
    return document;
  };
  let json: string | undefined;
  let html: string | undefined;

  app.get(`${API_ROOT}/openapi.json`, async (_request, reply) => {
    json ??= JSON.stringify(made());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get('/api/docs', async (_request, reply) => {
    html ??= apiDocsHtml(made());
    return reply.type('text/html; charset=utf-8').send(html);
  });
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(apiDocsCss));
}
