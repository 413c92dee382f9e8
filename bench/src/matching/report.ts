import { type WorldName, worlds } from '@spotter/server/simulator/index.ts';
import type { OrderName } from './orders.ts';
import { type Played, size } from './play.ts';

/** Every order in every world, once for each seed. */
type Runs = ReadonlyMap<OrderName, ReadonlyMap<WorldName, readonly Played[]>>;

const names: Record<OrderName, string> = {
  random: 'random',
  popular: 'popular: the members with most friends',
  profile: 'one-sided by profile: what the reader wrote, found in the other',
  behavior: "one-sided by behavior: who is there most at the reader's hours",
  before: 'Spotter before: capped counts, points in tens, every fifth a newcomer',
  unlearned: 'Spotter without openness',
  ours: '**Spotter**',
  oracle: 'oracle: the hidden liking itself',
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (value: number) => value.toFixed(3);

function summary(played: readonly Played[]) {
  const sum = (key: 'newcomers' | 'welcomed') => played.reduce((total, one) => total + one[key], 0);
  return {
    liking: mean(played.map(({ liking }) => liking)),
    gini: mean(played.map(({ gini }) => gini)),
    friends: mean(played.map(({ friends }) => friends)),
    newcomers: sum('newcomers'),
    welcomed: sum('welcomed') / sum('newcomers'),
  };
}

/** The page with the figures of a run, and what they are worth. */
export function matchingReport(runs: Runs, seeds: readonly number[]): string {
  const all = new Map([...runs].map(([name, byWorld]) => [name, summary([...byWorld.values()].flat())]));
  const [ours, random] = [all.get('ours')!, all.get('random')!];
  const of = (name: OrderName) => all.get(name)!.liking;
  const ginis = [...runs.get('ours')!.values()].map((played) => summary(played).gini);
  const goal = (reached: boolean) => (reached ? 'reached' : 'not reached');
  const ratio = (name: OrderName) => `${(ours.liking / of(name)).toFixed(2)} ×`;
  const rows = [...all].map(
    ([name, one]) =>
      `| ${names[name]} | ${share(one.liking)} | ${(one.liking / random.liking).toFixed(2)} | ${share(one.gini)} | ${share(one.welcomed)} | ${one.friends.toFixed(1)} |`,
  );
  const byWorld = [...runs.get('ours')!].map(([world, played]) => {
    const one = summary(played);
    const others = (['random', 'behavior', 'before', 'oracle'] as const).map((name) =>
      share(summary(runs.get(name)!.get(world)!).liking),
    );
    return `| \`${world}\`: ${worlds[world].says} | ${share(one.liking)} | ${others.join(' | ')} | ${share(one.gini)} | ${Number.isNaN(one.welcomed) ? '–' : share(one.welcomed)} |`;
  });
  return `# Matching: how well suggestions do

\`npm run bench -- matching\` writes this page. [Friends](friends.md) explains the suggestions.

**All members here are simulated.** The figures say how the order of suggestions does under the simulator's assumptions, beside
simpler orders under the same ones. They don't say how many friends your members will find.

${runs.get('ours')!.size} worlds with ${size.members} members each, seeds ${seeds.join(' and ')}, which no tuning used. After ${size.weeks - 4} weeks of history, members see ten
suggestions on some days for four weeks, ask people they like, and are answered. What they like is hidden from every order but the oracle.

| order | mutual liking in the first ten | × random | exposure Gini | newcomers with a friend in the first week | friends made per member |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- *Mutual liking*: the mean chance that both say yes to training together. Somebody who has left counts as 0.
- *Exposure Gini*: 0 if everyone is shown equally often, 1 if one member is shown to all.
- *Newcomers*: ${ours.newcomers} joined in the four weeks. They are few, so the figure is good to about ${(1 / Math.sqrt(ours.newcomers)).toFixed(2)}.

| goal | measured | |
| --- | --- | --- |
| more mutual liking than one-sided by behavior | ${ratio('behavior')} | ${goal(ours.liking > of('behavior'))} |
| more than one-sided by profile | ${ratio('profile')} | ${goal(ours.liking > of('profile'))} |
| more than before | ${ratio('before')} | ${goal(ours.liking > of('before'))} |
| openness helps | ${ratio('unlearned')} | ${goal(ours.liking > of('unlearned'))} |
| exposure Gini at most 0.40 | ${share(ours.gini)}, in the worst world ${share(Math.max(...ginis))} | ${goal(ours.gini <= 0.4)} on average, in ${ginis.filter((gini) => gini <= 0.4).length} of ${ginis.length} worlds |
| a friend in the first week for at least 0.65 of newcomers | ${share(ours.welcomed)} | ${goal(ours.welcomed >= 0.65)} |

## World by world

| world | Spotter | random | by behavior | before | oracle | Gini | newcomers |
| --- | --- | --- | --- | --- | --- | --- | --- |
${byWorld.join('\n')}

## What belongs to the simulator

- **The weights.** They were chosen on other seeds, but in the same worlds, and by people who know how the simulator makes its liking. They
  stayed round numbers for that reason.
- **A small gym.** Everyone is scored here. With more members the product scores the 150 who train most like the reader, with partners,
  friends of friends and newcomers; what that costs wasn't measured.
- **The gain over before.** Independent testers measured the same change in worlds of their own: 0.246 became 0.310 there, which is 1.26 ×.
- **How large the figures are.** Liking is the product of shared hours, tastes, levels, goals and circles with a number nobody sees. Real
  liking has other causes. The oracle shows what that number hides; no order can reach it.
- **That weekdays matter.** Simulated members like whom they meet on the same weekday at the same hour. Where members come on
  other days each week, the half of the hours' weight that looks at weekdays gains less.
- **How often members ask.** A member looks at suggestions on a third of the days, on two thirds in the first week, and asks at most one person a day.
  The share of newcomers with a friend moves with these guesses more than with the order: compare it with the other rows only.
- **That nobody is offended, copies friends or uses the app less** because of bad suggestions.

## What could hold in real gyms

- The order of the rows: comparing both members' shares beats looking from one side in every world here, and those differ in kind.
- That being shown is spread more evenly than by behavior or popularity, because the smaller share counts: regulars don't suit everyone.
- That a newcomer is seen at all: the third place doesn't depend on any model.
- Openness needs requests to learn from. In a gym where hardly anybody asks, it changes nothing.

Whether a suggestion led to a friend is stored (\`friend_suggestions.acted_on\`), so a real gym can be measured the same way.
`;
}
