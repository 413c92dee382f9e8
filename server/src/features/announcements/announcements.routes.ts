import { handlers } from '#platform/http/handlers.ts';
import * as service from './announcements.service.ts';

export const announcementsRoutes = handlers({
  createAnnouncement: (ctx, { body }) => service.createAnnouncement(ctx, body),
  listAnnouncements: (ctx, { query }) => service.listAnnouncements(ctx, query),
  countAnnouncementRecipients: (ctx, { query }) => service.countAnnouncementRecipients(ctx, query.gym_id ?? null),
  updateAnnouncement: (ctx, input) => service.updateAnnouncement(ctx, input),
  cancelAnnouncement: (ctx, { params }) => service.cancelAnnouncement(ctx, params.id),
  getAnnouncement: (ctx, { params }) => service.getAnnouncement(ctx, params.id),
});
