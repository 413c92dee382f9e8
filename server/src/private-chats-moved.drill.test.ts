import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
const secret = 'zanzibarquill';
const staffPassword = 'chalk on the ceiling';

test("an export is read by the organization's own admins, and an imported organization has no chats", async () => {
  const { cast, db, config } = app();
  const { ironHarbour } = cast.organizations;
  const ben = await app().as(cast.ben);
  const chat = (await ben.openDirectConversation({ body: { user_id: cast.ana.id } })).body.id;
  await ben.sendMessage({ params: { id: chat }, body: { content: secret } });
  const support = await app().as(cast.sam, ironHarbour);
  const [olga, sam] = [await app().as(cast.olga), await app().as(cast.sam)];
  const { body: made } = await support.exportOrganization();
  await app().runJobs();
  const params = { id: made.id };
  expect((await support.downloadOrganizationExport({ params })).error.code).toBe('emulation_not_allowed');
  expect((await olga.downloadOrganizationExport({ params })).status).toBe(200);

  const zip = await readFile(join(config.DATA_DIR, 'exports', `${made.id}.zip`));
  await db.deleteFrom('organizations').where('id', '=', ironHarbour).execute();
  const file = new File([new Uint8Array(zip)], 'iron-harbour.zip');
  expect((await sam.importOrganization({ body: file })).status).toBe(201);
  await (await app().as(cast.olga)).resetUserPassword({
    params: { id: cast.ana.id },
    body: { password: staffPassword },
  });
  const { body } = await app().visitor.login({ body: { email: cast.ana.email, password: staffPassword } });
  const inside = app().with(body.access_token);
  expect((await inside.changePassword({ body: { new_password: 'a rope of my own' } })).status).toBe(204);
  expect((await inside.listConversations()).body.results).toEqual([]);
  expect((await inside.exportMyData()).text).not.toContain(secret);
});
