import type { ReportReason } from '@spotter/contract/safety/report-reasons.ts';
import { api } from '#platform/api/api.ts';
import type { Write } from '#platform/outbox/write.ts';
import type { Reported } from '#platform/people/safety.tsx';

type Report = { kind: Reported['kind']; id: string; firstName: string; reason: ReportReason; note: string };

export const createReport: Write<Report, unknown> = {
  name: 'createReport',
  scope: ({ id }) => `report:${id}`,
  words: ({ firstName }) => `Report ${firstName}`,
  send: ({ kind, id, reason, note }, options) => api.createReport({ body: { kind, id, reason, note } }, options),
  failureText: "Couldn't send your report. Try again.",
};
