type Visitor = { signedIn: boolean; native: boolean; query: URLSearchParams };

/** Where a visitor of the landing page belongs instead, if anywhere. `/home` leads on to the home of the person's role. */
export function destination({ signedIn, native, query }: Visitor): '/home' | '/login' | null {
  if (signedIn) return '/home';
  return native || query.get('app') === 'true' ? '/login' : null;
}
