import { handlers } from '#platform/http/handlers.ts';
import { exportAuditLog, listAuditActors, listAuditLog } from './audit.service.ts';

export const auditRoutes = handlers({
  listAuditLog: (ctx, { query }) => listAuditLog(ctx, query),
  listAuditActors: (ctx) => listAuditActors(ctx),
  exportAuditLog: (ctx, { query }, { reply }) => exportAuditLog(ctx, query, reply),
});
