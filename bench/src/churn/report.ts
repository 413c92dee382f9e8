import { type Feature, features } from '@spotter/server/features/retention/model/risk.policy.ts';
import { riskWeights } from '@spotter/server/features/retention/model/risk-weights.generated.ts';
import type { Naming, WorldFigures } from './played-world.ts';

const meanings: Record<Feature, string> = {
  missed: 'Sessions missed since the last one, by the usual rhythm',
  overdue: 'The days away against the member’s usual gap',
  record: 'The days away beyond the longest gap the member came back from',
  frequency: 'Sessions a week in the twelve weeks before the last four',
  trend: 'The last four weeks against those twelve; none for newcomers',
  newcomer: 'Fewer than two sessions before the last four weeks',
  booked: 'Has joined an upcoming session',
  tenure: 'Weeks since joining the gym',
  friends_training: 'Friends who trained in the last 14 days',
  friends_stopped: 'Friends with a habit who have not',
  partner_stopped: 'The usual partner has not, and the member is away too',
  invites_answered: 'Session invites of the last 90 days that were answered',
  invites_unanswered: 'Session invites of the last 90 days without an answer',
};

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const figure = (value: number) => value.toFixed(3).replace(/^0/, '').replace(/^-0/, '−').replace(/^-/, '−');
const percent = (share: number) => `${Math.round(share * 100)} %`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const namedEarly = ({ early, leavers }: Naming) => early / leavers;

/** 'reached in 9 of 10 worlds, not in no_friends'. */
function verdict(worlds: readonly WorldFigures[], isReached: (world: WorldFigures) => boolean): string {
  const missed = worlds.filter((world) => !isReached(world)).map(({ world }) => `\`${world}\``);
  if (missed.length === 0) return `reached in all ${worlds.length} worlds`;
  return `reached in ${worlds.length - missed.length} of ${worlds.length} worlds, not in ${missed.join(', ')}`;
}

function worldTable(worlds: readonly WorldFigures[]): string {
  const cells = ({ auc, calibration }: Pick<WorldFigures, 'auc' | 'calibration'>) => [
    ...[auc.radar, auc.own, auc.shipped, auc.daysAway, auc.tenDays, auc.recencyFrequency].map(figure),
    ...[calibration.shipped, calibration.radar].map(figure),
  ];
  const average = (of: (world: WorldFigures) => Record<string, number>) =>
    Object.fromEntries(Object.keys(of(worlds[0]!)).map((name) => [name, mean(worlds.map((one) => of(one)[name]!))]));
  return table(
    [
      ...['world', 'radar', 'own history', 'shipped', 'days away', '10-day rule', 'recency-frequency'],
      ...['calibration error, shipped', 'radar'],
    ],
    [
      ...worlds.map((one) => [`\`${one.world}\``, ...cells(one)]),
      [
        '**mean**',
        ...cells({
          auc: average(({ auc }) => auc),
          calibration: average(({ calibration }) => calibration),
        } as WorldFigures),
      ],
    ],
  );
}

const namingTable = (worlds: readonly WorldFigures[]) =>
  table(
    [
      ...[
        'world',
        'members who stopped',
        'named within 14 days',
        'of those named, left',
        'the first time they were named',
      ],
      ...['shipped: within 14 days', 'left', '10-day rule: within 14 days', 'left'],
    ],
    worlds.map(({ world, naming: { radar, shipped, tenDays } }) => [
      ...[`\`${world}\``, String(radar.leavers), percent(namedEarly(radar)), percent(radar.precision)],
      percent(radar.firstPrecision),
      ...[percent(namedEarly(shipped)), percent(shipped.precision)],
      ...[percent(namedEarly(tenDays)), percent(tenDays.precision)],
    ]),
  );

export const churnReport = (worlds: readonly WorldFigures[]) => `# Churn: how well the radar predicts

\`npm run bench -- churn\` writes this page. [Churn](churn.md) explains the model.

**No real gym is in these figures.** Every world of the [simulator](../server/src/simulator/README.md) is played with a seed that no
weight or threshold was chosen with. In each world the shipped weights are those trained on the *other* worlds. The gym learns from its first
year, and is judged by the 30 weeks after: does a member train in the next 30 days?

| goal | result |
| --- | --- |
| AUC within .02 of a model trained on the gym's own history | ${verdict(worlds, ({ auc }) => auc.radar >= auc.own - 0.02)} |
| calibration error below .05 | ${verdict(worlds, ({ calibration }) => calibration.radar < 0.05)}; against what really happened ${verdict(worlds, ({ really }) => really.calibration < 0.05)} |
| half of the members who stop are named within 14 days of their last session, at a precision of .40 | ${verdict(worlds, ({ naming: { radar } }) => namedEarly(radar) >= 0.5 && radar.precision >= 0.4)}; counting only the first time a member is named ${verdict(worlds, ({ naming: { radar } }) => namedEarly(radar) >= 0.5 && radar.firstPrecision >= 0.4)} |

## The order of members

AUC: how often, of a member who left and one who stayed, the one who left stands higher; .5 is chance. *Radar* is the model after it learned from the gym's
own year; *own history* is a logistic regression trained on that year alone; *shipped* is the model before. *Recency-frequency* orders by
the sessions missed. The calibration error is the mean distance between the probability and the share that left, in tenths.

${worldTable(worlds)}

## Who is named, and when

A member is named on the night they come onto the list, and again if they are still on it 30 days later, as the page counts it. Of those named,
a member left if they didn't train in the next 30 days. A member stopped if 60 days without a session follow. The first time is the
hardest: then most members have been away for a week or two.

${namingTable(worlds)}

The 10-day rule names nearly everyone in time, because it names everyone who is away for ten days. It is wrong about most of them. Where the shipped weights overestimate the risk,
they name more members in time than the radar that learned, and are wrong more often.

## What belongs to the simulator

- **Bookings.** Simulated members who will come have often booked, so \`booked\` is the strongest fact. Without it the radar's mean AUC is
  **${figure(mean(worlds.map(({ auc }) => auc.withoutBookings)))}** instead of ${figure(mean(worlds.map(({ auc }) => auc.radar)))} (days away: ${figure(mean(worlds.map(({ auc }) => auc.daysAway)))}). A gym whose members walk in without
  booking is closer to the lower figure.
- **How members fade.** Most simulated members come less before they stop. The more of them stop from one day to the next, the fewer can be
  named early, by any model.
- **The level of all figures.** Two real clubs' visit logs gave an earlier version of the model AUCs of .73 to .88, and nothing here says that a
  real gym would be easier today.

## What could hold in real gyms

- **Days away are not enough**: the radar orders members better ${verdict(worlds, ({ auc }) => auc.radar > auc.daysAway).replace('reached ', '')}, by their own rhythm and plans.
- **Percentages need the gym's own history.** Before it, the calibration error goes up to ${figure(Math.max(...worlds.map(({ calibration }) => calibration.shipped)))}, which is why the page then has no percentages.
- **Learning from the gym's own year** helps where a gym is unlike those the weights were trained on, and costs next to nothing elsewhere. The
  probabilities gain most: their error falls from ${figure(mean(worlds.map(({ calibration }) => calibration.shipped)))} to ${figure(mean(worlds.map(({ calibration }) => calibration.radar)))} on average.
- **What the app doesn't see, it can't predict.** "Left" means that the app saw no session. Where visits go unrecorded that is often untrue:

${table(
  ['world', 'AUC, what the app saw', 'what happened', 'calibration error, what the app saw', 'what happened'],
  worlds
    .filter(({ really, calibration }) => really.calibration - calibration.radar > 0.02)
    .map(({ world, auc, really, calibration }) => [
      ...[`\`${world}\``, figure(auc.radar), figure(really.auc)],
      ...[figure(calibration.radar), figure(really.calibration)],
    ]),
)}

  The remedy is more check-ins, not another model.

## Weights

The shipped weights are trained on all worlds. Counts and days enter as ln(1 + value), the trend as the logarithm of the ratio. A positive weight makes leaving
more likely. The intercept is ${riskWeights.intercept}.

${table(
  ['feature', 'what it is', 'weight', 'mean'],
  features.map((name) => {
    const { weight, mean: usual } = riskWeights.features[name];
    return [`\`${name}\``, meanings[name], String(weight), String(usual)];
  }),
)}
`;
