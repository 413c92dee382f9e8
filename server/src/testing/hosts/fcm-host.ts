import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

type Message = { token: string; data: Record<string, string>; android: { ttl: string } };

/** Firebase Cloud Messaging and Google's token endpoint on loopback. */
export async function startFcmHost({ project = 'spotter-test', app = 'app.spotter' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: Message[] = [];
  /** Answers of the send call before it accepts again. */
  const refusals: { status: number; error: object }[] = [];
  const issued = new Set<string>();
  let origin = '';

  async function tokenFor(form: URLSearchParams): Promise<string | null> {
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      algorithms: ['RS256'],
      issuer: `push@${project}.example`,
      audience: `${origin}/token`,
      requiredClaims: ['exp', 'iat'],
    });
    if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging') return null;
    const token = randomBytes(12).toString('hex');
    issued.add(token);
    return token;
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') {
      const token = await tokenFor(new URLSearchParams(await text(request))).catch(() => null);
      return token ? answer(200, { access_token: token, expires_in: 3600 }) : answer(400, { error: 'invalid_grant' });
    }
    const { message } = (await json(request)) as { message: Message };
    const refusal = refusals.shift();
    if (refusal) return answer(refusal.status, { error: refusal.error });
    if (request.url !== `/v1/projects/${project}/messages:send`) return answer(404, { error: { status: 'NOT_FOUND' } });
    if (!issued.has(String(request.headers.authorization).replace('Bearer ', '')))
      return answer(401, { error: { status: 'UNAUTHENTICATED' } });
    const { data } = message;
    if (Object.values(data).some((value) => typeof value !== 'string') || JSON.stringify(data).length > 4096)
      return answer(400, { error: { status: 'INVALID_ARGUMENT', message: 'Invalid value at message.data' } });
    received.push(message);
    return answer(200, { name: `projects/${project}/messages/1` });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    project_id: project,
    client_email: `push@${project}.example`,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${origin}/token`,
  };
  return {
    received,
    refusals,
    issued,
    settings: {
      ANDROID_APPS: `${app}=${'AB'.repeat(32)}`,
      FCM_ACCOUNT: JSON.stringify(account),
      FCM_ORIGIN: origin,
    },
    /** A phone's token. */
    newPhone: () => ({ platform: 'android' as const, token: `${randomBytes(20).toString('hex')}:x-_`, app_id: app }),
    stop: () => new Promise((done) => server.close(done)),
  };
}
