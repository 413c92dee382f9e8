import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { startTestApp } from '#testing/app.ts';
import { cloneDatabase } from '#testing/database.ts';
import { registerDevMail } from './dev-mail.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
const app = fastify();
const id = newId();

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 2, onError: () => {} });
  registerDevMail(app, connection.db);
  const mail = { id, kind: 'test', subject: '<b>Hi</b>', text: 'plain <i>', html: '<p>mail</p><script>x</script>' };
  await connection.db
    .insertInto('mails')
    .values({ ...mail, to_address: 'Ana@x.example' })
    .execute();
});
afterAll(async () => {
  await app.close();
  await connection.close();
  await database.drop();
});

it('lists mails, optionally by recipient, as a page and as JSON', async () => {
  const page = await app.inject('/dev/mail');
  expect(page.body).toContain('&lt;b&gt;Hi&lt;/b&gt;');
  expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
  expect((await app.inject('/dev/mail.json?to=ana@x.example')).json()).toMatchObject([{ id, text: 'plain <i>' }]);
  expect((await app.inject('/dev/mail.json?to=ben@x.example')).json()).toEqual([]);
});

it('shows a mail in a frame without scripts', async () => {
  const page = await app.inject(`/dev/mail/${id}`);
  expect(page.body).toContain(`src="/dev/mail/${id}/html"`);
  expect(page.body).toContain('<pre>plain &lt;i&gt;</pre>');
  expect(page.body).not.toMatch(/<script|<style|style=/);
  const inner = await app.inject(`/dev/mail/${id}/html`);
  expect(inner.body).toContain('<p>mail</p>');
  expect(inner.headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-scripts).*default-src 'none'/);
});

const pages = ['/dev/mail', '/dev/mail.json', '/dev/mail.css', `/dev/mail/${id}`, `/dev/mail/${id}/html`];

it("is closed to host names other than this machine's", async () => {
  const status = async (url: string, host: string) => (await app.inject({ url, headers: { host } })).statusCode;
  for (const url of pages) {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) expect(await status(url, host)).toBe(200);
    for (const host of [
      'gym.example',
      'localhost.gym.example:3000',
      '127.0.0.1.gym.example',
      '10.0.0.5',
      'gym@localhost',
      ':3000',
    ])
      expect(await status(url, host)).toBe(404);
  }
});

it('is closed to a request that came through a proxy', async () => {
  for (const url of pages)
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-proto',
      'forwarded',
      'via',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ])
      expect((await app.inject({ url, headers: { [name]: '203.0.113.9' } })).statusCode).toBe(404);
});

it.each([
  [200, {}],
  [404, { TRUST_PROXY: '1' }],
  [404, { SMTP_URL: 'smtp://127.0.0.1:1' }],
])('answers %i in a server with %o', async (status, environment) => {
  const whole = await startTestApp(environment);
  onTestFinished(() => whole.stop());
  expect((await whole.http.inject('/dev/mail.json')).statusCode).toBe(status);
});

it('answers 404 for an unknown mail', async () => {
  for (const path of [newId(), 'nonsense', `${newId()}/html`])
    expect((await app.inject(`/dev/mail/${path}`)).statusCode).toBe(404);
});
