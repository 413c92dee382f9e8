type Visitor = { signedIn: boolean; native: boolean; query: URLSearchParams };

/** Where a visitor of the landing page belongs instead, if anywhere. */
export function destination({ signedIn, native, query }: Visitor): '/app' | '/login' | null {
  if (signedIn) return '/app';
  return native || query.get('app') === 'true' ? '/login' : null;
}
