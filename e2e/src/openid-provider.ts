/** A real OpenID provider on loopback that stands in for Google and Apple. It accepts any address without proof. */
import { createServer, type IncomingMessage } from 'node:http';
import { interactionPolicy, Provider } from 'oidc-provider';

const port = Number(process.env.E2E_OPENID_PORT);
const redirectUri = `http://127.0.0.1:${process.env.E2E_PORT}/login`;
const issuer = `http://127.0.0.1:${port}`;

const { base, Prompt } = interactionPolicy;
const policy = base();
policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);

const nameOf = (email: string) => email.split('@')[0]?.split('.') ?? [];
const client = (client_id: string, response_types: ['code'] | ['code id_token']) => ({
  client_id,
  client_secret: process.env.E2E_OPENID_SECRET,
  redirect_uris: [redirectUri],
  response_types,
  grant_types: response_types[0] === 'code' ? ['authorization_code'] : ['authorization_code', 'implicit'],
  token_endpoint_auth_method: 'client_secret_post' as const,
  // Required for a token to be sent to a loopback address.
  application_type: 'native' as const,
});

const provider = new Provider(issuer, {
  clients: [client('google-web', ['code']), client('apple-web', ['code id_token'])],
  responseTypes: ['code', 'code id_token'],
  cookies: { keys: ['for the tests alone'] },
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  pkce: { required: () => false },
  features: { devInteractions: { enabled: false } },
  interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  findAccount: (_ctx, email) => ({
    accountId: email,
    claims: async () => {
      const [given_name, family_name] = nameOf(email);
      return { sub: email, email, email_verified: true, given_name, family_name };
    },
  }),
});

const page = (uid: string) => `<!doctype html><html lang="en"><title>Provider</title>
<form method="post" action="/interaction/${uid}">
<label>Email <input name="email"></label>
<button>Continue</button> <button name="cancel" value="yes">Cancel</button></form></html>`;

async function formOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const callback = provider.callback();
createServer(async (request, response) => {
  const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
  if (!uid) return callback(request, response);
  if (request.method !== 'POST') return response.setHeader('Content-Type', 'text/html').end(page(uid));
  const form = await formOf(request);
  if (form.has('cancel')) return provider.interactionFinished(request, response, { error: 'access_denied' });
  const accountId = form.get('email') ?? '';
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const result = {
    login: { accountId, remember: false },
    consent: { grantId: await grant.save() },
    select_account: {},
  };
  await provider.interactionFinished(request, response, result);
}).listen(port, '127.0.0.1');
