import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  picture?: string;
};

const redirectUri = 'https://spotter.example/login';
const secret = 'a client secret for the tests alone';

/** A real OpenID provider on loopback that stands in for Google and Apple. */
export async function startOpenIdProvider() {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const strangers = await generateKeyPair('RS256');
  const people = new Map<string, Person>();
  const client = (client_id: string) => ({
    client_id,
    client_secret: secret,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code' as const],
    token_endpoint_auth_method: 'client_secret_post' as const,
  });
  const provider = new Provider(issuer, {
    clients: [client('google-web'), client('apple-web'), client('somebody-else')],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for the tests alone'] },
    // Google and Apple put their data into the id token itself.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => people.get(id) ?? { sub: id } }),
  });
  http.on('request', provider.callback());

  /** What the provider's own pages would have given the browser. */
  async function codeFor(
    person: Person,
    { nonce, clientId = 'google-web' }: { nonce?: string; clientId?: string } = {},
  ) {
    people.set(person.sub, person);
    const found = await provider.Client.find(clientId);
    if (!found) throw new Error(`There is no client ${clientId}.`);
    const grant = new provider.Grant({ accountId: person.sub, clientId });
    grant.addOIDCScope('openid email profile');
    const code = new provider.AuthorizationCode({
      accountId: person.sub,
      client: found,
      grantId: await grant.save(),
      redirectUri,
      scope: 'openid email profile',
      ...(nonce !== undefined && { nonce }),
      gty: 'authorization_code',
    });
    return code.save();
  }

  /** An id token as a phone app holds it. */
  async function idTokenFor(person: Person, options: { nonce?: string; clientId?: string } = {}): Promise<string> {
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await codeFor(person, options),
        redirect_uri: redirectUri,
        client_id: options.clientId ?? 'google-web',
        client_secret: secret,
      }),
    });
    const answer = (await response.json()) as { id_token?: string };
    if (!answer.id_token) throw new Error(`No id token: ${JSON.stringify(answer)}`);
    return answer.id_token;
  }

  /** A token with the provider's own signature and any claims, or with a foreign signature. */
  async function forge(claims: JWTPayload, { stranger = false } = {}): Promise<string> {
    const key = stranger ? strangers.privateKey : privateKey;
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, aud: 'google-web', iat: seconds, exp: seconds + 600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .sign(key);
  }

  return {
    issuer,
    redirectUri,
    codeFor,
    idTokenFor,
    forge,
    settings: {
      GOOGLE_CLIENT_ID: 'google-web',
      GOOGLE_CLIENT_SECRET: secret,
      GOOGLE_ISSUER: issuer,
      APPLE_CLIENT_ID: 'apple-web',
      APPLE_ISSUER: issuer,
    },
    stop: () => new Promise<void>((resolve) => http.close(() => resolve())),
  };
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;
