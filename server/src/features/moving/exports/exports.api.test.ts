import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

test('lists and sends an export until an admin deletes it', async () => {
  const olga = await app().as(app().cast.olga);
  const { id } = (await olga.exportOrganization()).body;
  await app().runJobs();
  expect((await olga.listOrganizationExports()).body.results).toMatchObject([{ id, status: 'done' }]);
  expect((await olga.downloadOrganizationExport({ params: { id } })).status).toBe(200);
  expect((await olga.deleteOrganizationExport({ params: { id } })).status).toBe(204);
  expect((await olga.listOrganizationExports()).body.results).toEqual([]);
});
