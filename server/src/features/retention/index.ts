import type { Feature } from '#platform/feature.ts';
import { refreshMemberRisks, refreshMemberRisksTimetable } from './retention.jobs.ts';
import { retentionRoutes } from './retention.routes.ts';
import { sendWeeklyMails, sendWeeklyMailsTimetable } from './weekly/weekly-mail.jobs.ts';

export { refreshMemberRisks } from './retention.jobs.ts';

export const retentionFeature = {
  routes: retentionRoutes,
  jobs: [refreshMemberRisks, sendWeeklyMails],
  timetable: [refreshMemberRisksTimetable, sendWeeklyMailsTimetable],
} satisfies Feature;
