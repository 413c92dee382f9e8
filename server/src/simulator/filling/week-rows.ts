import type { WorkoutKind } from '@spotter/contract/theme/theme-default.ts';
import type { Simulation, Week } from '../simulate.ts';
import type { GymRows } from './insert-rows.ts';
import { chatLines, type GymKind, offersOf } from './kinds.ts';
import type { Moments } from './moments.ts';

/** The ids of everything that sessions and people of a gym refer to. */
type Place = {
  kind: GymKind;
  organizationId: string;
  gymIds: readonly string[];
  staffIds: readonly string[];
  typeIds: ReadonlyMap<WorkoutKind, string>;
  userIds: readonly string[];
  seriesIds: readonly string[];
};
type Parts = { place: Place; simulation: Simulation; moments: Moments; newId(at: Date): string };
type Chat = {
  id: string;
  people: [string, string];
  lastSeq: number;
  lastAt: number;
  lastFrom: string;
  startedAt: Date;
};

/** Turns weeks into rows; the chats of pairs go on from week to week. */
export function createWeekRows({ place, simulation, moments, newId }: Parts) {
  const { organizationId: organization_id, userIds } = place;
  const chats = new Map<string, Chat>();
  const user = (member: number) => userIds[member]!;
  const lineOf = (index: number) => chatLines[index % chatLines.length]!;

  function sessionRows({ sessions, spots, invites, messages }: Week['happenings']): GymRows {
    const ids = new Map(sessions.map(({ id, createdAt }) => [id, newId(moments.at(createdAt))]));
    const hosts = new Map(sessions.map(({ id, host, gym }) => [id, host === null ? place.staffIds[gym]! : user(host)]));
    const seqs = new Map<number, number>();
    return {
      sessions: sessions.map(({ id, gym, series, workout, level, at, hours, spots: most, createdAt }) => {
        const offer = offersOf(place.kind)[workout];
        const created = moments.at(createdAt);
        return {
          ...{ organization_id, id: ids.get(id)!, gym_id: place.gymIds[gym]!, creator_id: hosts.get(id)! },
          series_id: series === null ? null : place.seriesIds[series]!,
          occurrence_on: series === null ? null : moments.dayOf(Math.floor(at / 24)),
          ...{ session_type_id: place.typeIds.get(workout)!, workout_type: workout },
          title: offer.titles[(series ?? id) % offer.titles.length]!,
          ...{ starts_at: moments.at(at), ends_at: moments.at(at + hours), max_participants: most },
          ...{ fitness_level_min: level ?? 'beginner', fitness_level_max: level ?? 'advanced' },
          ...{ created_at: created, updated_at: created },
        };
      }),
      session_participants: [
        ...sessions
          .filter(({ host }) => host === null)
          .map(({ id, series, createdAt }) => ({
            ...{ organization_id, session_id: ids.get(id)!, user_id: hosts.get(id)!, joined_at: moments.at(createdAt) },
            with_series: series !== null,
          })),
        ...spots.map(({ session, member, joinedAt, withSeries, attended, checkedInAt }) => ({
          ...{ organization_id, session_id: ids.get(session)!, user_id: user(member), joined_at: moments.at(joinedAt) },
          ...{
            with_series: withSeries,
            attended,
            checked_in_at: checkedInAt === null ? null : moments.at(checkedInAt),
          },
          checked_in_by: attended === null ? null : attended ? user(member) : hosts.get(session)!,
        })),
      ],
      session_invites: invites.map(({ session, from, to, at, answer }) => ({
        ...{ organization_id, session_id: ids.get(session)!, user_id: user(to), invited_by: user(from) },
        ...{ created_at: moments.at(at), declined_at: answer === 'declined' ? moments.at(at) : null },
      })),
      session_messages: messages
        .filter((message) => message.session !== null)
        .toSorted((one, other) => one.at - other.at)
        .map(({ session, from, at }, index) => {
          const seq = (seqs.get(session!) ?? 0) + 1;
          seqs.set(session!, seq);
          const sent = moments.at(at);
          return {
            ...{ organization_id, session_id: ids.get(session!)!, seq, id: newId(sent), sender_id: user(from) },
            ...{ content: lineOf(index), created_at: sent },
          };
        }),
    };
  }

  function friendRows({ friendRequests, friendships }: Week['happenings']): GymRows {
    return {
      // A declined request stays open for its sender.
      friend_requests: friendRequests.map(({ from, to, at, answer, answeredAt }) => {
        const answered = answeredAt === null ? null : moments.at(answeredAt);
        return {
          ...{ organization_id, id: newId(moments.at(at)), sender_id: user(from), receiver_id: user(to) },
          ...{ status: answer === 'accepted' ? 'accepted' : 'pending', created_at: moments.at(at) },
          ...{
            answered_at: answer === 'accepted' ? answered : null,
            declined_at: answer === 'declined' ? answered : null,
          },
        };
      }),
      friendships: friendships.map(({ one, other, since }) => {
        const [user_low_id, user_high_id] = inOrder(user(one), user(other));
        const created_at = moments.at(since);
        return { organization_id, id: newId(created_at), user_low_id, user_high_id, created_at };
      }),
    };
  }

  function chatRows({ messages }: Week['happenings']): GymRows {
    const started: Chat[] = [];
    const rows = messages
      .filter(({ to }) => to !== null)
      .toSorted((one, other) => one.at - other.at)
      .map(({ from, to, at }, index) => {
        const people = inOrder(user(from), user(to!));
        const sent = moments.at(at);
        let chat = chats.get(people.join(' '));
        if (!chat) {
          chat = { id: newId(sent), people, lastSeq: 0, lastAt: at, lastFrom: user(from), startedAt: sent };
          chats.set(people.join(' '), chat);
          started.push(chat);
        }
        Object.assign(chat, { lastSeq: chat.lastSeq + 1, lastAt: at, lastFrom: user(from) });
        return {
          ...{ organization_id, conversation_id: chat.id, seq: chat.lastSeq, id: newId(sent), sender_id: user(from) },
          ...{ content: lineOf(index + chat.lastSeq), created_at: sent },
        };
      });
    return {
      conversations: started.map(({ id, people: [user_low_id, user_high_id], lastFrom, startedAt }) => ({
        ...{ organization_id, id, kind: 'direct', user_low_id, user_high_id, created_by: lastFrom },
        ...{ created_at: startedAt, updated_at: startedAt },
      })),
      messages: rows,
    };
  }

  return {
    ofWeek: ({ happenings }: Week): GymRows => ({
      ...sessionRows(happenings),
      ...friendRows(happenings),
      ...chatRows(happenings),
    }),
    /** What is known only at the end: who is still in a repeating session, and how far chats were read. */
    last: (): GymRows => ({
      session_series_members: [
        ...simulation.series.map(({ id, gym, firstDay }) => ({
          ...{ organization_id, series_id: place.seriesIds[id]!, user_id: place.staffIds[gym]! },
          joined_at: moments.at((firstDay - 1) * 24),
        })),
        ...simulation.seriesMembers
          .filter(({ joinedAt, leftAt }) => joinedAt < simulation.end && (leftAt === null || leftAt >= simulation.end))
          .map(({ series, member, joinedAt }) => ({
            ...{ organization_id, series_id: place.seriesIds[series]!, user_id: user(member) },
            joined_at: moments.at(joinedAt),
          })),
      ],
      conversation_members: [...chats.values()].flatMap(({ id, people, lastSeq, lastAt, lastFrom, startedAt }) =>
        people.map((user_id) => {
          const isUnread = user_id !== lastFrom && simulation.end - lastAt < 24;
          return {
            ...{ organization_id, conversation_id: id, user_id, joined_at: startedAt },
            last_read_seq: isUnread ? lastSeq - 1 : lastSeq,
          };
        }),
      ),
    }),
  };
}

const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);
