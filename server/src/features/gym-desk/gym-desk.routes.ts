import { handlers } from '#platform/http/handlers.ts';
import { deleteGym, getGymClosing } from './closing.service.ts';
import * as gyms from './gym-desk.service.ts';
import * as hours from './hours.service.ts';
import * as overrides from './overrides.service.ts';
import { previewGymTimezone } from './time-zone.service.ts';

export const gymDeskRoutes = handlers({
  listGyms: (ctx, { query }) => gyms.listGyms(ctx, query),
  createGym: (ctx, { body }) => gyms.createGym(ctx, body),
  updateGym: (ctx, input) => gyms.updateGym(ctx, input),
  previewGymTimezone: (ctx, input) => previewGymTimezone(ctx, input),
  getGymClosing: (ctx, input) => getGymClosing(ctx, input),
  deleteGym: (ctx, input) => deleteGym(ctx, input),
  listOperatingHours: (ctx, { params, query }) => hours.listOperatingHours(ctx, params.id, query),
  previewOperatingHours: (ctx, input) => hours.previewOperatingHours(ctx, input),
  setOperatingHours: (ctx, input) => hours.setOperatingHours(ctx, input),
  updateOperatingHours: (ctx, input) => hours.updateOperatingHours(ctx, input),
  deleteOperatingHours: (ctx, input) => hours.deleteOperatingHours(ctx, input),
  listScheduleOverrides: (ctx, { params, query }) => overrides.listScheduleOverrides(ctx, params.id, query),
  previewScheduleOverride: (ctx, input) => overrides.previewScheduleOverride(ctx, input),
  createScheduleOverride: (ctx, input) => overrides.createScheduleOverride(ctx, input),
  updateScheduleOverride: (ctx, input) => overrides.updateScheduleOverride(ctx, input),
  deleteScheduleOverride: (ctx, input) => overrides.deleteScheduleOverride(ctx, input),
});
