import { isNamed, othersIn } from '../conversation.words.ts';
import type { Conversation, FoundMessage, Person } from '../conversations.queries.ts';

export type ListRow =
  | { kind: 'conversation'; key: string; conversation: Conversation }
  | { kind: 'heading'; key: string; text: string }
  | { kind: 'person'; key: string; person: Person }
  | { kind: 'message'; key: string; found: FoundMessage };

type Found = {
  conversations: readonly Conversation[];
  people: readonly Person[];
  messages: readonly FoundMessage[];
  text: string;
  readerId: string;
};

/** The chats with this name, people with whom there is no chat among them yet, then messages with these words. */
export function listRows({ conversations, people, messages, text, readerId }: Found): ListRow[] {
  const named = text === '' ? conversations : conversations.filter((one) => isNamed(one, text, readerId));
  const partners = new Set(
    named.filter(({ type }) => type === 'direct').flatMap((one) => othersIn(one, readerId).map(({ id }) => id)),
  );
  const strangers = people.filter(({ id }) => id !== readerId && !partners.has(id));
  return [
    ...named.map((conversation): ListRow => ({ kind: 'conversation', key: conversation.id, conversation })),
    ...under('People', strangers, (person) => ({ kind: 'person', key: `person ${person.id}`, person })),
    ...under('Messages', messages, (found) => ({ kind: 'message', key: `message ${found.message_id}`, found })),
  ];
}

const under = <T>(text: string, items: readonly T[], row: (item: T) => ListRow): ListRow[] =>
  items.length === 0 ? [] : [{ kind: 'heading', key: text.toLowerCase(), text }, ...items.map(row)];
