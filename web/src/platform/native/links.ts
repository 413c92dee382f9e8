import { App } from '@capacitor/app';

/** A link of the gym that the phone hands to the app opens at its own path, also the one that started the app. */
export function openLinks(go: (path: string) => void = (path) => window.location.assign(path)): void {
  void App.addListener('appUrlOpen', ({ url }) => {
    if (!URL.canParse(url)) return;
    const { protocol, pathname, search, hash } = new URL(url);
    // The phone vouches for the hosts of `https` links. Any app can open one of another kind.
    // A path of two slashes would be a host.
    if (protocol === 'https:') go(`${pathname.replace(/^\/+/, '/')}${search}${hash}`);
  });
}
