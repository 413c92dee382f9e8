import { isNamed, othersIn } from '../conversation-words.ts';
import type { Conversation, Person } from '../conversations.queries.ts';

export type ListRow =
  | { kind: 'conversation'; key: string; conversation: Conversation }
  | { kind: 'heading'; key: string; text: string }
  | { kind: 'person'; key: string; person: Person };

type Found = { conversations: readonly Conversation[]; people: readonly Person[]; text: string; readerId: string };

/** The chats with this name, then people with whom there is no chat among them yet. */
export function listRows({ conversations, people, text, readerId }: Found): ListRow[] {
  const named = text === '' ? conversations : conversations.filter((one) => isNamed(one, text, readerId));
  const partners = new Set(
    named.filter(({ type }) => type === 'direct').flatMap((one) => othersIn(one, readerId).map(({ id }) => id)),
  );
  const strangers = people.filter(({ id }) => id !== readerId && !partners.has(id));
  return [
    ...named.map((conversation): ListRow => ({ kind: 'conversation', key: conversation.id, conversation })),
    ...(strangers.length > 0 ? [{ kind: 'heading', key: 'people', text: 'People' } as const] : []),
    ...strangers.map((person): ListRow => ({ kind: 'person', key: `person ${person.id}`, person })),
  ];
}
