import { randomBytes } from 'node:crypto';

/** A session's public link is its token: long enough that nobody finds one by trying. */
export const newShareToken = () => randomBytes(16).toString('base64url');
