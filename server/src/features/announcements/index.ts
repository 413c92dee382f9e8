import type { Feature } from '#platform/feature.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { sendAnnouncement, sendDueAnnouncements, sendDueAnnouncementsTimetable } from './send-announcement.jobs.ts';

export const announcementsFeature = {
  routes: announcementsRoutes,
  jobs: [sendAnnouncement, sendDueAnnouncements],
  timetable: [sendDueAnnouncementsTimetable],
} satisfies Feature;
