import { features } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { openApiDocument } from '@spotter/contract/openapi.ts';
import { apiDocsHtml } from './api-docs.ts';

/** Describing every call takes seconds, so it is done apart from the server. */
export default function describeApi(options: { version: string }) {
  const document = openApiDocument(features, { ...options, serverUrl: API_ROOT });
  return { json: JSON.stringify(document), html: apiDocsHtml(document) };
}
