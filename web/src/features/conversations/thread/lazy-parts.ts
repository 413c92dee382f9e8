import { type ComponentType, lazy } from 'react';

const parts: (() => Promise<unknown>)[] = [];

/** A lazyPart that few chats show at first. */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  parts.push(load);
  return lazy(load);
}

/** Loads them once the window of chats is open, so that they are there without a connection, too. */
export const fetchLazyParts = () => {
  for (const load of parts) void load().catch(() => {});
};
