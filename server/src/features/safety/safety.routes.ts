import type { Presence } from '#platform/events/presence.ts';
import type { SendFile } from '#platform/files/send-file.ts';
import { handlers } from '#platform/http/handlers.ts';
import { blockUser, getBlockStatus, listBlockedUsers, unblockUser } from './blocks.service.ts';
import { listOnline } from './presence/presence.service.ts';
import { listMetPeople, listReportable } from './reports/met-people.service.ts';
import { createReport, getReport, getReportPhoto, listReports } from './reports/reports.service.ts';
import { resolveReport } from './reports/resolve-report.service.ts';

export const safetyRoutes = ({ sendFile, presence }: { sendFile: SendFile; presence: Presence }) =>
  handlers({
    blockUser: (ctx, { params }) => blockUser(ctx, params.id),
    unblockUser: (ctx, { params }) => unblockUser(ctx, params.id),
    getBlockStatus: (ctx, { params }) => getBlockStatus(ctx, params.id),
    listBlockedUsers: (ctx, { query }) => listBlockedUsers(ctx, query),

    createReport: (ctx, { body }) => createReport(ctx, body),
    listMetPeople: (ctx, { query }) => listMetPeople(ctx, query),
    listReportable: (ctx, { params }) => listReportable(ctx, params.id),
    listReports: (ctx, { query }) => listReports(ctx, query),
    getReport: (ctx, { params }) => getReport(ctx, params.id),
    resolveReport: (ctx, input) => resolveReport(ctx, input),
    getReportPhoto: (ctx, { params }, raw) => getReportPhoto(ctx, sendFile, params.id, raw),

    listOnline: (ctx) => listOnline(ctx, presence),
  });
