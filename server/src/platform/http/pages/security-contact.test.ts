import fastify from 'fastify';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '#platform/config.ts';
import { registerSecurityContact } from './security-contact.ts';

const TOKEN_SECRET = 'a secret that only the tests of this very run ever use';

async function ask(SECURITY_CONTACT?: string) {
  const app = fastify();
  registerSecurityContact(app, loadConfig({ SECURITY_CONTACT, TOKEN_SECRET }));
  return app.inject('/.well-known/security.txt');
}

test.each([
  ['safety@gym.example', 'mailto:safety@gym.example'],
  ['https://gym.example/report', 'https://gym.example/report'],
])('names %s as the contact, for a while', async (setting, contact) => {
  const { statusCode, headers, body } = await ask(setting);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toMatchObject({ Contact: contact, Canonical: 'http://127.0.0.1:3000/.well-known/security.txt' });
  expect(Date.parse(fields.Expires)).toBeGreaterThan(Date.now());
});

test('names nobody until the operator does, and takes no other kind of contact', async () => {
  expect((await ask()).statusCode).toBe(404);
  for (const contact of ['http://gym.example', 'javascript:alert(1)', 'not an address', 'a@gym.example\nContact: b'])
    expect(() => loadConfig({ SECURITY_CONTACT: contact, TOKEN_SECRET })).toThrow(ConfigError);
});
