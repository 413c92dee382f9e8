import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error: it brings no types.
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#platform/files/s3-store.ts';

type S3Server = { settings: S3Settings; stop(): Promise<void> };

/** An S3 server on loopback with one empty bucket. It checks every signature. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'spotter-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'spotter' }],
  });
  const { port }: AddressInfo = await server.run();
  return {
    settings: {
      S3_URL: `http://127.0.0.1:${port}/spotter`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
