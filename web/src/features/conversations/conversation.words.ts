import type { Quote } from '@spotter/contract/messages.ts';
import { CalendarDays, EyeOff, Image, ListChecks, type LucideIcon, Trash2 } from 'lucide-react';
import { nameOf } from '#platform/people/face.ts';
import type { Receipt } from '#ui/chat/message-state.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { type Conversation, isMuted, type Message, type Participant, type Person } from './conversations.queries.ts';

export const othersIn = ({ participants }: Conversation, readerId: string): Participant[] =>
  participants.filter(({ id }) => id !== readerId);

/** A group's name, or the other person's. */
export const conversationName = (conversation: Conversation, readerId: string): string =>
  conversation.name ?? (othersIn(conversation, readerId).map(nameOf).join(', ') || 'Former member');

const list = new Intl.ListFormat(undefined, { type: 'conjunction' });

const MOST_NAMED = 3;

/** The reader first, then some names and how many others. */
function namesOf(people: readonly Person[], isReader: (one: Person) => boolean): string[] {
  const names = [...people]
    .sort((one, other) => Number(isReader(other)) - Number(isReader(one)))
    .map((one) => (isReader(one) ? 'you' : one.first_name));
  const others = names.length - MOST_NAMED;
  return others > 1 ? [...names.slice(0, MOST_NAMED), `${others} others`] : names;
}

/** What a system message reports. */
export function noticeInWords({ action, actor, people, name }: NonNullable<Message['notice']>, readerId: string) {
  const isReader = ({ id }: Person) => id === readerId;
  const who = actor === null ? 'A member' : isReader(actor) ? 'You' : actor.first_name;
  const whom = people.length > 0 ? list.format(namesOf(people, isReader)) : 'a member';
  switch (action) {
    case 'created':
      return `${who} started the group`;
    case 'added':
      return `${who} added ${whom}`;
    case 'joined':
      return `${who} joined with the link`;
    case 'removed':
      return `${who} removed ${whom}`;
    case 'left':
      return `${who} left`;
    case 'renamed':
      return `${who} renamed the group to “${name}”`;
    case 'promoted':
      return `${who} made ${whom} ${people.length > 1 ? 'admins' : 'an admin'}`;
    case 'demoted':
      return actor && people.length === 1 && people[0]?.id === actor.id
        ? `${who} stepped down as admin`
        : `${who} made ${whom} ${people.length > 1 ? 'members' : 'a member'} again`;
    case 'inherited':
      return who === 'You' ? "You're now an admin" : `${who} is now an admin`;
    case 'pictured':
      return `${who} changed the group picture`;
    case 'pinned':
      return `${who} pinned a message`;
    case 'unpictured':
      return `${who} removed the group picture`;
  }
}

/** A message that is no bubble: what happened to the group. */
export function noteOf({ notice }: Message, readerId: string): { icon?: LucideIcon; text: string } | null {
  return notice && { text: noticeInWords(notice, readerId) };
}

/** The last message in one line. */
export function lastMessageInWords(conversation: Conversation, readerId: string): { icon?: LucideIcon; text: string } {
  const { last_message: message, type } = conversation;
  if (!message) return { text: 'No messages yet' };
  if (message.notice) return { text: noticeInWords(message.notice, readerId) };
  if (message.is_hidden) return { icon: EyeOff, text: 'Hidden message' };
  if (message.deleted_at) return { icon: Trash2, text: 'Message deleted' };
  const { sender, session, kind, content } = message;
  const isMine = sender?.id === readerId;
  const prefix = isMine ? 'You: ' : type === 'group' && sender ? `${sender.first_name}: ` : '';
  if (kind === 'poll') return { icon: ListChecks, text: prefix + content };
  if (kind === 'photo') return { icon: Image, text: prefix + (content || 'Photo') };
  const text = kind === 'session' ? `Session${session ? ` · ${session.title}` : ''}` : content;
  return { text: prefix + text };
}

/** A message as the reply to it quotes it. */
export const asQuote = ({ id, seq, sender, kind, content }: Message): Quote => ({
  id,
  seq,
  state: 'shown',
  sender,
  kind,
  content,
});

/** The quoted message: who wrote it, and its words. */
export function quoteInWords({ state, sender, kind, content }: Quote, readerId: string) {
  if (state === 'deleted') return { name: null, icon: Trash2, text: 'Message deleted' };
  if (state === 'hidden') return { name: null, icon: EyeOff, text: 'Hidden message' };
  const name = sender ? (sender.id === readerId ? 'You' : nameOf(sender)) : null;
  if (kind === 'poll') return { name, icon: ListChecks, text: content };
  if (kind === 'photo') return { name, icon: Image, text: content || 'Photo' };
  if (kind === 'session') return { name, icon: CalendarDays, text: 'Session' };
  return { name, text: content };
}

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
const weekday = dateFormat({ weekday: 'short' });
const date = dateFormat({ day: 'numeric', month: 'short' });
const dateWithYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** When the last message came, as short as the list needs it. */
export function listTime(instant: string, now: number): string {
  const moment = new Date(instant);
  const today = new Date(now);
  const daysAgo = Math.round(
    (new Date(now).setHours(0, 0, 0, 0) - new Date(instant).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (daysAgo <= 0) return clock.format(moment);
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo < 7) return weekday.format(moment);
  return (moment.getFullYear() === today.getFullYear() ? date : dateWithYear).format(moment);
}

const dayAndClock = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** What stands under a chat's name; null for a direct chat that isn't muted. */
export function statusInWords(conversation: Conversation, now: number): string | null {
  const { length } = conversation.participants;
  const people = length === 1 ? 'Only you' : `${length} people`;
  const parts = [conversation.type === 'group' && people, mutedInWords(conversation, now)];
  return parts.filter(Boolean).join(' · ') || null;
}

/** Until when a chat is muted; the day is named when it isn't today. */
function mutedInWords(conversation: Conversation, now: number): string | null {
  if (!isMuted(conversation, now)) return null;
  if (conversation.muted_until === null) return 'Muted';
  const until = new Date(conversation.muted_until);
  const isToday = until.toDateString() === new Date(now).toDateString();
  return `Muted until ${(isToday ? clock : dayAndClock).format(until)}`;
}

/** Who is writing, for the list and the head of a chat; null when nobody is. */
export function typingInWords(conversation: Conversation, typing: readonly string[], readerId: string): string | null {
  const names = othersIn(conversation, readerId)
    .filter(({ id }) => typing.includes(id))
    .map(({ first_name }) => first_name);
  if (names.length === 0) return null;
  if (conversation.type === 'direct') return 'Typing…';
  return names.length > 2
    ? 'Several people are typing…'
    : `${list.format(names)} ${names.length === 1 ? 'is' : 'are'} typing…`;
}

/** The others who could read an own message, by whether they have. */
export function readersOf({ seq }: Pick<Message, 'seq'>, conversation: Conversation, readerId: string) {
  const others = othersIn(conversation, readerId).filter(({ joined_seq }) => joined_seq < seq);
  const [read, unread] = [true, false].map((has) => others.filter((one) => one.last_read_seq >= seq === has));
  return { read: read ?? [], unread: unread ?? [] };
}

/** How far an own message has come. */
export function receiptOf(message: Pick<Message, 'seq'>, conversation: Conversation, readerId: string): Receipt {
  const { read, unread } = readersOf(message, conversation, readerId);
  if (read.length > 0 && unread.length === 0) return { label: 'Read', state: 'read' };
  if (read.length > 0) return { label: `Read by ${read.length}`, state: 'delivered' };
  const isDelivered =
    conversation.type === 'direct' && unread.some(({ delivered_seq }) => delivered_seq >= message.seq);
  return isDelivered ? { label: 'Delivered', state: 'delivered' } : { label: 'Sent', state: 'sent' };
}

/** Accents and capitals don't matter. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether a name has each word of this text in it: "an co" finds Ana Costa. */
function hasWords(name: string, text: string): boolean {
  const words = folded(text).split(/\s+/u);
  return words.every((word) => folded(name).includes(word));
}

export const isCalled = (person: Person, text: string): boolean => hasWords(nameOf(person), text);

/** Whether a chat, or a person in it, is called so. */
export function isNamed(conversation: Conversation, text: string, readerId: string): boolean {
  return (
    hasWords(conversation.name ?? '', text) || othersIn(conversation, readerId).some((person) => isCalled(person, text))
  );
}
