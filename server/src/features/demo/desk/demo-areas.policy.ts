import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { demoAreas } from '@spotter/contract/desk/demos.ts';

type Area = (typeof demoAreas)[number];
type Counted = { call: string; count: number };
export type TriedArea = { area: Area; screens: Counted[]; actions: Counted[] };

/** Calls the app makes by itself, without the visitor opening or doing something. */
const inTheBackground: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'checkSessionTime',
  'getMe',
  'getMessagePhoto',
  'getMyPreferences',
  'getUnreadCount',
  'getUserPreferences',
  'listAccessibleGyms',
  'listConversationUpdates',
  'listUnreadConversations',
  'markConversationRead',
  'markMessagesDelivered',
  'markNotificationRead',
  'markSuggestionsShown',
  'sendTyping',
  'updateMyPreferences',
  'updateUserPreferences',
]);

/** By the beginning of a call's path, the longer first. Other calls aren't counted. */
const areaByPath: [string, Area][] = [
  ['/users/me/', 'profile'],
  ['/users/', 'people'],
  ['/friends/', 'people'],
  ['/reports/', 'people'],
  ['/home/', 'home'],
  ['/sessions/', 'sessions'],
  ['/conversations/', 'messages'],
  ['/notifications/', 'notifications'],
  ['/announcements/', 'notifications'],
];

/** The area of a call that shows what a visitor tries; null for the rest. */
export function areaOf(name: EndpointName): Area | null {
  const { access, path }: Endpoint = endpoints[name];
  if (inTheBackground.has(name)) return null;
  if (access === 'gym_admin' || access === 'org_admin') return 'admin';
  return areaByPath.find(([start]) => path.startsWith(start))?.[1] ?? null;
}

const isCall = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** Stored counts by area. Calls that have since been renamed are left out. */
export function triedByArea(counts: Readonly<Record<string, number>>): TriedArea[] {
  const calls = Object.entries(counts)
    .flatMap(([call, count]) => (isCall(call) ? [{ call, count }] : []))
    .sort((one, other) => other.count - one.count || one.call.localeCompare(other.call));
  return demoAreas.flatMap((area) => {
    const [screens, actions] = [true, false].map((isScreen) =>
      calls.filter(({ call }) => areaOf(call) === area && (endpoints[call].method === 'GET') === isScreen),
    ) as [Counted[], Counted[]];
    return screens.length + actions.length > 0 ? [{ area, screens, actions }] : [];
  });
}
