import { JsonText } from '../handlers.ts';

type Links = { next: string | null; previous: string | null };

/** A page of a list whose items PostgreSQL has already written as JSON. */
export const jsonPage = (count: number, { next, previous }: Links, results: string) =>
  new JsonText(
    `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":${results}}`,
  );
