import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { type Connection, connect } from '#platform/db/connect.ts';
import { createFolderStore } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { startJobRunner } from '#platform/jobs/runner.ts';
import { createLogger } from '#platform/log.ts';
import { createMailTransport, type MailTransport } from '#platform/mail-transport.ts';
import { createPushSender } from '#platform/push/push.ts';
import { cloneDatabase } from '#testing/database.ts';
import { type Mail, queueMail, sendMail } from './queue.ts';

const log = createLogger('silent');
const config = loadConfig({ TOKEN_SECRET: 'a secret of 32 letters that only tests use' });
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const MAIL_FROM = 'Spotter <hello@spotter.example>';
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Hi',
  text: 'code 123456',
  html: '<p>code 123456</p>',
  kind: 'test',
  ...more,
});
const rowOf = (to: string) => connection.db.selectFrom('mails').selectAll().where('to_address', '=', to).execute();
const makeDue = () =>
  sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(connection.db);

async function runnerWith(mail: MailTransport) {
  const ctx = { config, mail, push: createPushSender(config), files: createFolderStore('/nowhere') };
  const runner = await startJobRunner({
    connectionString: database.url,
    jobs: [sendMail],
    log,
    ctx,
    continuous: false,
  });
  onTestFinished(async () => {
    await runner.stop();
    mail.close();
  });
  return runner;
}

/** A real mail server on a free port (or the given one), which stores what it receives. */
async function mailServer({ port = 0, refuse = false } = {}) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuse ? Object.assign(new Error('no such person'), { responseCode: 550 }) : null),
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
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  return { port: (server.server.address() as AddressInfo).port, received, stop };
}

const smtp = (port: number) => createMailTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM });

describe('mail', () => {
  it('is sent once by a mail server that was down at first', async () => {
    const absent = await mailServer();
    await absent.stop();
    const runner = await runnerWith(smtp(absent.port));
    await queueMail(connection.db, mailTo('late@x.example'));
    await runner.drain();
    const [waiting] = await rowOf('late@x.example');
    expect(waiting).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
    expect(waiting?.last_error).toContain('ECONNREFUSED');

    const present = await mailServer({ port: absent.port });
    onTestFinished(present.stop);
    await makeDue();
    await runner.drain();
    await makeDue();
    await runner.drain();
    expect(present.received).toHaveLength(1);
    expect(present.received[0]).toContain(`Message-ID: <${waiting?.id}@spotter.example>`);
    expect(present.received[0]).toContain('code 123456');
    const [sent] = await rowOf('late@x.example');
    expect(sent).toMatchObject({ sent_at: expect.any(Date), attempts: 2, last_error: null });
    // Sent mails are not kept.
    expect([sent?.text, sent?.html]).toEqual(['', '']);
  });

  it('is not sent twice by two runners at once', async () => {
    const server = await mailServer();
    onTestFinished(server.stop);
    const runners = [await runnerWith(smtp(server.port)), await runnerWith(smtp(server.port))];
    for (let n = 0; n < 10; n++) await queueMail(connection.db, mailTo(`many${n}@x.example`));
    await sql`select graphile_worker.add_job('send_mail', json_build_object('mail_id', id)) from mails where to_address like 'many%'`.execute(
      connection.db,
    );
    await Promise.all(runners.map((runner) => runner.drain()));
    expect(server.received).toHaveLength(10);
  });

  it('is created once per occasion', async () => {
    const runner = await runnerWith(createMailTransport({ MAIL_FROM }));
    await Promise.all(
      Array.from({ length: 4 }, () => queueMail(connection.db, mailTo('once@x.example', { dedupeKey: 'welcome:1' }))),
    );
    await runner.drain();
    await queueMail(connection.db, mailTo('once@x.example', { dedupeKey: 'welcome:1' }));
    expect(await rowOf('once@x.example')).toHaveLength(1);
  });

  it('is not created when its transaction is rolled back', async () => {
    const undone = connection.db.transaction().execute(async (tx) => {
      await queueMail(tx, mailTo('undone@x.example'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rowOf('undone@x.example')).toEqual([]);
  });

  it('stays in the box when there is no mail server', async () => {
    const runner = await runnerWith(createMailTransport({ MAIL_FROM }));
    await queueMail(connection.db, mailTo('box@x.example'));
    await runner.drain();
    expect(await rowOf('box@x.example')).toMatchObject([{ sent_at: expect.any(Date), text: 'code 123456' }]);
  });

  it('is given up at once when permanently rejected, else after a day, with a record', async () => {
    const refusing = await mailServer({ refuse: true });
    onTestFinished(refusing.stop);
    const runner = await runnerWith(smtp(refusing.port));
    await queueMail(connection.db, mailTo('nobody@x.example'));
    await runner.drain();
    expect(await rowOf('nobody@x.example')).toMatchObject([
      { sent_at: null, failed_at: expect.any(Date), attempts: 1 },
    ]);

    const absent = await mailServer();
    await absent.stop();
    const second = await runnerWith(smtp(absent.port));
    await queueMail(connection.db, mailTo('aged@x.example'));
    await second.drain();
    await sql`update mails set created_at = now() - interval '25 hours' where to_address = 'aged@x.example'`.execute(
      connection.db,
    );
    await makeDue();
    await second.drain();
    expect(await rowOf('aged@x.example')).toMatchObject([{ failed_at: expect.any(Date), attempts: 2 }]);
    const waiting =
      await sql`select from graphile_worker.jobs where key like 'mail:%' and attempts < max_attempts`.execute(
        connection.db,
      );
    expect(waiting.rows).toEqual([]);
  });

  it('goes to one address, and its subject cannot carry a header', async () => {
    const server = await mailServer();
    onTestFinished(server.stop);
    const transport = smtp(server.port);
    onTestFinished(() => transport.close());
    await transport.send({
      id: newId(),
      to: 'a@x.example',
      subject: 'Hi\r\nBcc: thief@x.example',
      text: 't',
      html: 'h',
    });
    expect(server.received[0]).toMatch(/^Subject: Hi Bcc: thief@x\.example$/m);
    expect(server.received[0]).not.toMatch(/^Bcc:/m);
  });
});
