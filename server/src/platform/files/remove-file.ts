import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';

/** Deletes a stored file after the commit that released it. */
export const removeFile = defineJob({
  name: 'remove_file',
  payload: z.object({ key: z.string() }),
  run: ({ files }, { key }) => files.remove(key),
});
