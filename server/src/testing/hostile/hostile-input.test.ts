import { type Endpoint, endpoints } from '@spotter/contract';
import { describe, expect, test } from 'vitest';
import { hostileInput, takesText } from './hostile-input.ts';

const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body, accepts }]) =>
  Object.entries({ params, query, ...(!accepts && { body }) }).flatMap(([part, schema]) =>
    schema ? [{ name: `${name} ${part}`, schema }] : [],
  ),
);

describe('the dearest input of every call', () => {
  test.each(parts)('$name is accepted by the contract', ({ schema }) => {
    for (const [turn, kind] of ['newlines', 'emoji'].entries()) {
      const input = hostileInput(schema, { kind, turn });
      expect(input).not.toBeNull();
      expect(schema.safeParse(input).error).toBeUndefined();
    }
  });

  test('is as long as the contract allows', () => {
    const { content } = hostileInput(endpoints.sendMessage.body, { kind: 'emoji' }) as { content: string };
    expect(content.length).toBeGreaterThan(3_990);
    const { user_ids } = hostileInput(endpoints.createGroupConversation.body, {
      kind: 'percent',
      ids: (_name, howMany) => Array.from({ length: howMany }, () => crypto.randomUUID()),
    }) as { user_ids: string[] };
    expect(user_ids.length).toBe(255);
    expect(hostileInput(endpoints.listSessions.query, { kind: 'percent', only: ['text', 'page_size'] })).toEqual({
      page_size: 100,
      text: '%'.repeat(100),
    });
  });

  test('knows which calls take a text', () => {
    expect(takesText(endpoints.sendMessage.body)).toBe(true);
    expect(takesText(endpoints.switchGym.body)).toBe(false);
    expect(takesText(endpoints.updateSessionTypes.body)).toBe(true);
  });
});
