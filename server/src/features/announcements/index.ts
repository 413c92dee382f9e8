import type { Feature } from '#platform/feature.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { countReaders, countReadersTimetable } from './count-readers.jobs.ts';
import { sendAnnouncement, sendDueAnnouncements, sendDueAnnouncementsTimetable } from './send-announcement.jobs.ts';

export const announcementsFeature = {
  routes: announcementsRoutes,
  jobs: [sendAnnouncement, sendDueAnnouncements, countReaders],
  timetable: [sendDueAnnouncementsTimetable, countReadersTimetable],
} satisfies Feature;
