import { type ComponentType, lazy, useState } from 'react';

/**
 * A screen, or a large part of one, in its own chunk, loaded on first visit. A loaded one renders at once, because React
 * would delay a lazy one briefly, and again for the one inside it.
 */
export function page<P extends object, K extends string>(load: () => Promise<Record<K, ComponentType<P>>>, name: K) {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(preload);
  function Page(props: P) {
    const [Screen] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Screen {...props} />;
  }
  return Object.assign(Page, { preload });
}
