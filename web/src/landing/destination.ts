type Visitor = { signedIn: boolean; native: boolean; query: URLSearchParams };

/** Where to redirect a visitor of the landing page, if anywhere. `/home` redirects to the home of the user's role. */
export function destination({ signedIn, native, query }: Visitor): '/home' | '/login' | null {
  if (signedIn) return '/home';
  return native || query.get('app') === 'true' ? '/login' : null;
}
