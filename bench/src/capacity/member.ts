import type { Calls } from './calls.ts';
import type { Visit } from './visits.ts';

type Session = { id: string; start_time: { utc: string } };
type Home = {
  at_gym: { mine: { results: Session[] }; joinable: { results: Session[] }; today: { results: Session[] } };
};
type Listed = { results: { id: string }[] };

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** What a member's app asks for at each act, as the web app does. */
export class App {
  readonly #calls: Calls;
  readonly #token: string;
  readonly #gymId: string;
  #mine: Session[] = [];
  #joinable: Session[] = [];
  #seen: Session[] = [];

  constructor(calls: Calls, { token, gymId }: Visit) {
    this.#calls = calls;
    this.#token = token;
    this.#gymId = gymId;
  }

  #get<T>(path: string) {
    return this.#calls.call<T>(this.#token, 'GET', path, { isRead: true });
  }
  #look(path: string) {
    return this.#calls.call(this.#token, 'GET', path);
  }
  #post<T>(path: string, body: object) {
    return this.#calls.call<T>(this.#token, 'POST', path, { body, isRead: true });
  }

  /** Home, all in one call. */
  async open(): Promise<void> {
    const home = await this.#get<Home>('/home/');
    if (!home?.at_gym) return;
    this.#mine = home.at_gym.mine.results;
    this.#joinable = home.at_gym.joinable.results;
    this.#seen = home.at_gym.today.results;
  }

  async read(screen: string): Promise<void> {
    if (screen === 'home') return void (await this.#look(`/sessions/?gym=${this.#gymId}&joinable=true&page_size=12`));
    if (screen === 'sessions') {
      const listed = await this.#get<{ results: Session[] }>(`/sessions/?gym=${this.#gymId}&page_size=30`);
      this.#seen = listed?.results ?? this.#seen;
    } else if (screen === 'session') {
      const session = pick([...this.#mine, ...this.#seen, ...this.#joinable]);
      if (!session) return;
      const isMine = this.#mine.some(({ id }) => id === session.id);
      await Promise.all([
        this.#look(`/sessions/${session.id}/`),
        ...(isMine ? [this.#look(`/sessions/${session.id}/messages/`)] : []),
      ]);
    } else if (screen === 'conversations') {
      const [chat] = (await this.#get<Listed>('/conversations/'))?.results ?? [];
      if (chat) await this.#look(`/conversations/${chat.id}/messages/`);
    } else await this.#look('/notifications/');
  }

  async join(): Promise<void> {
    const session = pick(this.#joinable);
    if (!session) return;
    this.#joinable = this.#joinable.filter(({ id }) => id !== session.id);
    if (await this.#post(`/sessions/${session.id}/join/`, { scope: 'this' })) this.#mine.push(session);
  }

  /** At the time of another session, when the gym is open. */
  async host(): Promise<void> {
    const other = pick([...this.#joinable, ...this.#seen]);
    if (!other) return;
    const body = {
      title: 'Lift together',
      workout_type: 'strength',
      gym_id: this.#gymId,
      start_time: other.start_time.utc,
    };
    const made = await this.#post<Session>('/sessions/', body);
    if (made) this.#mine.push(made);
  }

  /** To a friend, or to the chat of a session. */
  async message(to: string | null): Promise<void> {
    if (to === null) {
      const session = pick(this.#mine);
      if (session) await this.#post(`/sessions/${session.id}/messages/`, { content: 'See you there!' });
      return;
    }
    const chat = await this.#post<{ id: string }>('/conversations/direct/', { user_id: to });
    if (chat) await this.#post(`/conversations/${chat.id}/send_message/`, { content: 'Are you coming tonight?' });
  }
}
