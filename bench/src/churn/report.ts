import { type Feature, features } from '@spotter/server/features/retention/model/risk.policy.ts';
import { riskWeights } from '@spotter/server/features/retention/model/risk-weights.generated.ts';
import type { Naming, WorldFigures } from './played-world.ts';

const meanings: Record<Feature, string> = {
  missed: 'Sessions missed since the last one, by the usual rhythm',
  overdue: "The days away against the member's usual gap",
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
/** Also of those who had too few sessions to be judged, whom nothing names. */
const namedOfAll = ({ early, leavers, unjudged }: Naming) => early / (leavers + unjudged);

/** 'reached in 9 of 10 worlds, not in no_friends'. */
function verdict(worlds: readonly WorldFigures[], isReached: (world: WorldFigures) => boolean): string {
  const missed = worlds.filter((world) => !isReached(world)).map(({ world }) => `\`${world}\``);
  if (missed.length === 0) return `reached in all ${worlds.length} worlds`;
  return `reached in ${worlds.length - missed.length} of ${worlds.length} worlds, not in ${missed.join(', ')}`;
}

type Share = (naming: Naming) => number;
const reaches =
  (share: Share) =>
  ({ naming: { radar } }: WorldFigures) =>
    share(radar) >= 0.5 && radar.precision >= 0.4;
const isReachedBy = (worlds: readonly WorldFigures[], share: Share) => worlds.every(reaches(share));

/** The worlds in which the radar shows percentages. */
const learning = (worlds: readonly WorldFigures[]) => worlds.filter(({ learns }) => learns);
const namesOf = (worlds: readonly WorldFigures[]) => worlds.map(({ world }) => `\`${world}\``).join(', ');

function worldTable(worlds: readonly WorldFigures[]): string {
  const cells = ({ auc, calibration, learns }: Pick<WorldFigures, 'auc' | 'calibration' | 'learns'>) => [
    ...[auc.radar, auc.own, auc.shipped, auc.daysAway, auc.tenDays, auc.recencyFrequency].map(figure),
    ...[figure(calibration.shipped), learns ? figure(calibration.radar) : '–'],
  ];
  const average = (some: readonly WorldFigures[], of: (world: WorldFigures) => Record<string, number>) =>
    Object.fromEntries(Object.keys(of(some[0]!)).map((name) => [name, mean(some.map((one) => of(one)[name]!))]));
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
          auc: average(worlds, ({ auc }) => auc),
          calibration: average(learning(worlds), ({ calibration }) => calibration),
          learns: true,
        } as WorldFigures),
      ],
    ],
  );
}

/** Even the limit that the test itself chooses names fewer than half in time. */
const isOutOfReach = ({ naming: { hindsight, hindsightOwn } }: WorldFigures) =>
  Math.max(namedEarly(hindsight), namedEarly(hindsightOwn)) < 0.5;

const namingTable = (worlds: readonly WorldFigures[]) =>
  table(
    [
      ...[
        'world',
        'members who stopped',
        'never judged',
        'named within 14 days, of all',
        'of judged',
        'of those named, left',
        'the first time they were named',
      ],
      ...['shipped: within 14 days', 'left', '10-day rule: within 14 days', 'left'],
    ],
    worlds.map(({ world, naming: { radar, shipped, tenDays } }) => [
      ...[`\`${world}\``, String(radar.leavers + radar.unjudged), String(radar.unjudged)],
      ...[percent(namedOfAll(radar)), percent(namedEarly(radar)), percent(radar.precision)],
      percent(radar.firstPrecision),
      ...[percent(namedEarly(shipped)), percent(shipped.precision)],
      ...[percent(namedEarly(tenDays)), percent(tenDays.precision)],
    ]),
  );

const partTable = (worlds: readonly WorldFigures[]) =>
  table(
    [
      ...['world', 'AUC, all', 'newcomers', 'rarest third', 'calibration error, all', 'newcomers', 'rarest third'],
      ...['left, newcomers', 'rarest third'],
    ],
    worlds.map(({ world, auc, calibration, learns, parts: { newcomers, rarest } }) => [
      ...[`\`${world}\``, ...[auc.radar, newcomers.auc, rarest.auc].map(figure)],
      ...[calibration.radar, newcomers.calibration, rarest.calibration].map((error) => (learns ? figure(error) : '–')),
      ...[percent(newcomers.left), percent(rarest.left)],
    ]),
  );

const limitTable = (worlds: readonly WorldFigures[]) =>
  table(
    [
      ...['world', 'own limit', 'named within 14 days', 'left', 'by the fixed limit', 'left'],
      ...["the most, radar's order", "the most, own history's order"],
    ],
    worlds.map(({ world, learns, leastSlipping, naming: { radar, fixed, hindsight, hindsightOwn } }) => [
      ...[`\`${world}\``, learns ? figure(leastSlipping) : '–', percent(namedEarly(radar)), percent(radar.precision)],
      ...[percent(namedEarly(fixed)), percent(fixed.precision)],
      ...[hindsight, hindsightOwn].map((one) => `${percent(namedEarly(one))} (${percent(one.precision)})`),
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
| calibration error below .05 where percentages are shown | ${verdict(learning(worlds), ({ calibration }) => calibration.radar < 0.05)}; against what really happened ${verdict(learning(worlds), ({ really }) => really.calibration < 0.05)} |
| half of the members who stop are named within 14 days of their last session, at a precision of .40 | ${isReachedBy(worlds, namedOfAll) ? '' : '**not reached** everywhere: '}of all who stopped ${verdict(worlds, reaches(namedOfAll))}; of the judged ${verdict(worlds, reaches(namedEarly))}. In ${namesOf(worlds.filter(isOutOfReach))} no limit reaches it ([the most](#the-limit-is-the-gyms-own)). Counting only the first time a member is named ${verdict(worlds, ({ naming: { radar } }) => namedEarly(radar) >= 0.5 && radar.firstPrecision >= 0.4)} |

## The order of members

AUC: how often, of a member who left and one who stayed, the one who left stands higher; .5 is chance. *Radar* is the model after it learned from the gym's
own year; *own history* is a logistic regression trained on that year alone; *shipped* is the model before. *Recency-frequency* orders by
the sessions missed. The calibration error is the mean distance between the probability and the share that left, in tenths. In
${namesOf(worlds.filter(({ learns }) => !learns))} the radar refuses to learn, keeps the shipped weights, and shows no percentages ([why](#what-the-app-doesnt-see)); the mean errors are
those of the other worlds.

${worldTable(worlds)}

### Newcomers, and members who come rarely

The figures of the radar after it learned, for two parts of the members: *newcomers* have fewer than two sessions before the last four weeks
(${percent(mean(worlds.map(({ parts }) => parts.newcomers.share)))} of those judged), and the *rarest third* comes least often by its usual rhythm. Where few members are in a part, chance moves its
calibration error up.

${partTable(worlds)}

## Who is named, and when

A member is named on the night they come onto the list, and again if they are still on it 30 days later; the page counts the first time only (its column below). Of those named,
a member left if they didn't train in the next 30 days. A member stopped if 60 days without a session follow. **Never judged** are members who stopped
after fewer than three sessions in sixteen weeks: the radar knows no habit of theirs, so it names none of them, and "of all" counts them as missed.
The other columns and tables are about the judged. The first time is the hardest: then most members have been away for a week or two. In \`studio\` most of the members who "stopped" still come, unseen.

${namingTable(worlds)}

### The limit is the gym's own

Where few members leave, a risk is high late: a fixed limit of .30 names hardly anyone in time. So a radar that learned names the members of its own past
nights again, by limits from .15 to .36, and takes the highest by which 60 % of those who stopped were named in time and 41 % of those named left; if
there is none, the lowest by which 41 % left ([\`least-risk.policy.ts\`](../server/src/features/retention/model/least-risk.policy.ts)). The rule was
chosen with another seed. The last two columns are what nobody can do: the limit is chosen by the test itself, as low as a precision of
.40 allows (the precision stands in brackets), with the radar's order of members, and with that of a model of the gym's own history.
What they don't reach, no limit reaches; only other facts could. In \`studio\` the radar chooses nothing: by what the app saw a lower limit would name
nearly everyone in time and rightly, but there most members who "stopped" still come.

${limitTable(worlds)}

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
  probabilities gain most: their error falls from ${figure(mean(learning(worlds).map(({ calibration }) => calibration.shipped)))} to ${figure(mean(learning(worlds).map(({ calibration }) => calibration.radar)))} on average.
- **More facts didn't help** where they were tried. Four more about a member's own rhythm (how many of their gaps were longer than this one, whether the last gaps
  grew, the last two weeks, the three weeks before the last session) were tried with another seed, in \`ordinary\` and \`heavy_tailed\` only.
  None moved the AUC by more than .001, or named clearly more members in time at the same precision.

### What the app doesn't see

"Left" means that the app saw no session. Where visits go unrecorded that is often untrue:

${table(
  [
    ...['world', 'AUC, what the app saw', 'what happened', 'calibration error, what the app saw', 'what happened'],
    'what happened, if the app had been told for a year',
  ],
  worlds
    .filter(({ really, calibration, learns }) => !learns || really.calibration - calibration.radar > 0.02)
    .map(({ world, auc, really, calibration, learns }) => [
      ...[`\`${world}\``, figure(auc.radar), figure(really.auc)],
      ...[figure(calibration.radar), figure(really.calibration)].map((error) => (learns ? error : `(${error})`)),
      figure(really.told),
    ]),
)}

- \`studio\`: spots come with the series and hardly anyone checks in, so most visits leave no trace. A radar that learned from such a
  history learned who is checked in, not who comes: when that was tried, in a studio whose members never left a class, its AUC by what really
  happened was .80, that of the shipped weights .847. In this studio the shipped weights have ${figure(worlds.find(({ world }) => world === 'studio')!.really.auc)}. So the radar refuses
  where of fewer than half of the spots is known whether the member came, and the page asks for check-ins. The errors in brackets are
  those of percentages that nobody sees.
- \`unseen\`: members train without the app, and nothing in it tells of that. The percentages say how likely the app sees nobody for
  30 days, and that is true; members leave less often. The simulator defines leaving by all visits, which no product knows. The last
  column is the same model after a year in which it was told of every visit: the facts would be enough, the outcomes are what is missing. The remedy is
  more check-ins, not another model.

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
