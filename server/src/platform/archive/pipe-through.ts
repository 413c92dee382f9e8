import { type Duplex, pipeline, type Readable } from 'node:stream';

/** What comes out of a transform. An error on the way, or a reader that stops early, ends both streams. */
export function pipeThrough<T>(source: Readable, transform: Duplex): AsyncIterable<T> {
  // The reader of the transform gets the error.
  pipeline(source, transform, () => {});
  return transform;
}
