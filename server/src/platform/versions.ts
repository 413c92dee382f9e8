import { createHash } from 'node:crypto';

/*
 * A version changes with the values it is made of. Who edits something sends the version they saw; `refuseOutdated`
 * refuses another than the stored one. Two calls send what serves as well: an announcement counts its changes, and of a
 * nomination the status is all that changes.
 */

export const versionOf = (values: unknown): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** SQL for the same, where a statement writes the answer; the two never meet. */
export const versionSql = (values: string): string => `md5(json_build_array(${values})::text)`;
