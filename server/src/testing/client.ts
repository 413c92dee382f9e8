import {
  type ClientInput,
  type Endpoint,
  type EndpointName,
  type ErrorBody,
  endpoints,
  type Returns,
} from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import type { FastifyInstance } from 'fastify';

type Endpoints = typeof endpoints;
type Options = { headers?: Record<string, string> };
export type Answered<T> = { status: number; body: T; error: ErrorBody; headers: Record<string, unknown>; text: string };
type Input<N extends EndpointName> = ClientInput<Endpoints[N]> & Options;
type Call<N extends EndpointName> =
  Record<string, never> extends Input<N>
    ? (input?: Input<N>) => Promise<Answered<Returns<Endpoints[N]>>>
    : (input: Input<N>) => Promise<Answered<Returns<Endpoints[N]>>>;

/** Every call of the contract, typed by its entry. */
export type Client = { [N in EndpointName]: Call<N> };

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown } & Options;

/** A form as a browser would send it. */
async function formBody(fields: object) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  const sent = new Response(form);
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  };
}

async function uploadOf(accepts: NonNullable<Endpoint['accepts']>, body: object) {
  if (accepts === 'multipart/form-data') return formBody(body);
  return { headers: { 'content-type': accepts }, payload: Buffer.from(await (body as File).arrayBuffer()) };
}

/** Calls the app as its clients do, without a socket. */
export function createClient(http: FastifyInstance, token: string | null): Client {
  const call = async (name: EndpointName, { params, query, body, headers = {} }: AnyInput = {}) => {
    const definition: Endpoint = endpoints[name];
    const { method, path } = definition;
    const form = body !== undefined && definition.accepts ? await uploadOf(definition.accepts, body as object) : null;
    const response = await http.inject({
      method,
      url: `${API_ROOT}${addressOf(path, { params, query })}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...form?.headers, ...headers },
      ...(body !== undefined && { payload: form?.payload ?? (body as object) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const parsed = isJson && response.body !== '' ? response.json() : undefined;
    return { status: response.statusCode, body: parsed, error: parsed, headers: response.headers, text: response.body };
  };
  const calls: Record<string, unknown> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) calls[name] = (input?: AnyInput) => call(name, input);
  return calls as Client;
}
