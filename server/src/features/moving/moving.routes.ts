import type { FeatureParts } from '#platform/feature.ts';
import { streamOf } from '#platform/http/forms.ts';
import { handlers } from '#platform/http/handlers.ts';
import * as exports from './exports/exports.service.ts';
import { importOrganization } from './imports/imports.service.ts';

export const movingRoutes = ({ databaseUrl }: FeatureParts) =>
  handlers({
    exportOrganization: (ctx) => exports.exportOrganization(ctx),
    listOrganizationExports: (ctx) => exports.listOrganizationExports(ctx),
    downloadOrganizationExport: (ctx, { params }, { reply }) =>
      exports.downloadOrganizationExport(ctx, params.id, reply),
    deleteOrganizationExport: (ctx, { params }) => exports.deleteOrganizationExport(ctx, params.id),
    importOrganization: async (ctx, { query }, { request }) =>
      importOrganization(ctx, query.send_setup, streamOf(request), databaseUrl),
  });
