import { LRUCache } from 'lru-cache';
import { aside, type Pass } from '#platform/http/limits/gate.ts';
import { task } from '#platform/offload/offload.ts';
import type drawCard from './card.task.ts';

export const cardTask = task<typeof drawCard>(new URL('./card.task.ts', import.meta.url));

const MOST_BYTES = 32 * 1024 * 1024;

/** Keeps drawn pictures by their content: drawing one costs a hundred times as much as sending it. */
export function createDrawings() {
  const kept = new LRUCache<string, Buffer>({ maxSize: MOST_BYTES, sizeCalculation: (picture) => picture.length });
  const begun = new Map<string, Promise<Buffer>>();

  async function keep(version: string, draw: () => Promise<Uint8Array>): Promise<Buffer> {
    try {
      const picture = Buffer.from(await draw());
      kept.set(version, picture);
      return picture;
    } finally {
      begun.delete(version);
    }
  }

  /** The picture of this version, drawn once however many ask for it. None of them holds a place at the gate meanwhile. */
  return async (pass: Pass | null, version: string, draw: () => Promise<Uint8Array>): Promise<Buffer> => {
    const known = kept.get(version);
    if (known) return known;
    const drawing = begun.get(version) ?? keep(version, draw);
    begun.set(version, drawing);
    return aside(pass, () => drawing);
  };
}
