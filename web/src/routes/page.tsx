import { type ComponentType, lazy, useState } from 'react';

/**
 * A screen in its own chunk, loaded on first visit. A loaded one renders at once, because React would delay a lazy one
 * briefly, and again for the one inside it.
 */
export function page<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(preload);
  function Page() {
    const [Screen] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Screen />;
  }
  return Object.assign(Page, { preload });
}
