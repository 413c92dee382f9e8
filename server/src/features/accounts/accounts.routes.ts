import type {
  correctUserEmail as correctEmailEndpoint,
  createUser as createEndpoint,
  resetUserPassword as resetEndpoint,
} from '@spotter/contract/users/accounts.ts';
import { prepareSetupCode, type SetupCode } from '#features/registration/index.ts';
import { handlers, prepared } from '#platform/http/handlers.ts';
import * as accounts from './accounts.service.ts';
import { createUser } from './accounts-creation.service.ts';
import * as edits from './accounts-edits.service.ts';
import * as bulk from './bulk/bulk.service.ts';
import { getMailQuota } from './bulk/setup-invitations.jobs.ts';
import { correctUserEmail } from './correct-email.service.ts';
import * as imports from './import/imports.service.ts';
import * as notes from './notes.service.ts';
import { getMemberRecord } from './record.service.ts';
import { type NewSecret, prepareReset, resetUserPassword } from './staff-passwords.service.ts';

export const accountsRoutes = handlers({
  listUsers: (ctx, { query }) => accounts.listUsers(ctx, query),
  createUser: prepared<typeof createEndpoint, SetupCode>(
    (ctx) => prepareSetupCode(ctx.now),
    (ctx, { body }, setupCode) => createUser(ctx, body, setupCode),
  ),
  getAdminUser: (ctx, { params }) => accounts.getAdminUser(ctx, params.id),
  updateUser: (ctx, input) => edits.updateUser(ctx, input),
  deleteUser: (ctx, { params }) => edits.deleteUser(ctx, params.id),
  getDeletionEffects: (ctx, { params }) => accounts.getDeletionEffects(ctx, params.id),
  setUserRole: (ctx, input) => edits.setUserRole(ctx, input),
  setUserGymAccess: (ctx, input) => edits.setUserGymAccess(ctx, input),
  resetUserPassword: prepared<typeof resetEndpoint, NewSecret>(
    (ctx, { body }) => prepareReset(ctx, body.password),
    (ctx, { params }, secret) => resetUserPassword(ctx, params.id, secret),
  ),
  correctUserEmail: prepared<typeof correctEmailEndpoint, SetupCode>(
    (ctx) => prepareSetupCode(ctx.now),
    (ctx, input, setupCode) => correctUserEmail(ctx, input, setupCode),
  ),
  verifyUserEmail: (ctx, { params }) => edits.verifyUserEmail(ctx, params.id),
  completeUserOnboarding: (ctx, { params }) => edits.completeUserOnboarding(ctx, params.id),
  getMailQuota: (ctx) => getMailQuota(ctx),
  changeUsers: (ctx, { body }) => bulk.changeUsers(ctx, body),
  exportUsers: (ctx, { body }, { reply }) => bulk.exportUsers(ctx, body.selection, reply),

  checkImport: (ctx, { body }) => imports.checkImport(ctx, body),
  runImport: (ctx, { body }) => imports.runImport(ctx, body),
  listImports: (ctx) => imports.listImports(ctx),
  undoImport: (ctx, { params }) => imports.undoImport(ctx, params.id),

  getMemberRecord: (ctx, { params }) => getMemberRecord(ctx, params.id),
  createStaffNote: (ctx, { params, body }) => notes.createStaffNote(ctx, params.id, body.text),
  updateStaffNote: (ctx, { params, body }) => notes.updateStaffNote(ctx, params, body.text),
  deleteStaffNote: (ctx, { params }) => notes.deleteStaffNote(ctx, params),
});
