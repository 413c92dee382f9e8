import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

/** A mail server on the given port, or any free one, that stores what it receives. */
async function mailServer(port = 0) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

test('accounts keep working while the mail server is down, and the mails follow later', async () => {
  const first = await mailServer();
  await first.stop();
  const app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${first.port}` });
  onTestFinished(() => app.stop());
  const { cast, visitor, db } = app;

  expect((await visitor.requestPasswordReset({ body: { email: cast.ana.email } })).status).toBe(202);
  const ben = await app.as(cast.ben);
  const changed = await ben.changePassword({
    body: { current_password: castPassword, new_password: 'ropes and rings' },
  });
  expect(changed.status).toBe(204);
  await app.runJobs();
  const waiting = await db.selectFrom('mails').select(['kind', 'sent_at', 'failed_at', 'attempts']).execute();
  expect(waiting).toHaveLength(2);
  for (const mail of waiting) expect(mail).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });

  const back = await mailServer(first.port);
  onTestFinished(back.stop);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(db);
  await app.runJobs();
  expect(back.received).toHaveLength(2);
  const link = back.received
    .join('\n')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .match(/reset=([\w-]{43})/)?.[1];
  const reset = await visitor.confirmPasswordReset({ body: { token: link ?? '', new_password: 'a whole new one' } });
  expect(reset.status).toBe(200);
  // Sent mails are deleted, because they contained the link.
  const sent = await db
    .selectFrom('mails')
    .select(['kind', 'text', 'html', 'sent_at'])
    .where('kind', '=', 'password_reset')
    .execute();
  expect(sent).toMatchObject([{ text: '', html: '', sent_at: expect.any(Date) }]);
});
