import { Link } from 'react-router';
import { DocumentPage, type DocumentSection, Points } from './document-page.tsx';

const sections: DocumentSection[] = [
  {
    id: 'spirit',
    title: 'The idea',
    body: (
      <p>
        A spotter is the person who watches over your lift. That's all we ask: look out for each other. Everyone was new
        once, everyone has bad days, and everyone is here to get a little better.
      </p>
    ),
  },
  {
    id: 'do',
    title: 'Do',
    body: (
      <Points>
        <li>
          <strong>Show up, or say so.</strong> People are counting on you. If you can't come, tap “Can't make it” and
          give up your spot, so another member can have it.
        </li>
        <li>
          <strong>Be honest about your level.</strong> It makes better matches and keeps people safe under the bar.
        </li>
        <li>
          <strong>Welcome new people.</strong> Say hello first. Explain the session. Share the rack.
        </li>
        <li>
          <strong>Ask before you coach, touch or film.</strong> No answer is a no.
        </li>
        <li>
          <strong>Follow your gym's rules.</strong> The staff have the last word on the floor.
        </li>
      </Points>
    ),
  },
  {
    id: 'do-not',
    title: "Don't",
    body: (
      <Points>
        <li>
          <strong>Harass.</strong> No insults, threats, stalking, or messaging someone again and again who doesn't
          answer.
        </li>
        <li>
          <strong>Discriminate.</strong> Not by origin, race, religion, gender, sexuality, body, age, disability or
          ability.
        </li>
        <li>
          <strong>Treat it as a dating app.</strong> Unwanted advances and sexual content don't belong here.
        </li>
        <li>
          <strong>Comment on bodies.</strong> Praise the lift, not the looks. No unsolicited advice on weight or food.
        </li>
        <li>
          <strong>Sell.</strong> No advertising, supplements, recruiting or collecting contacts.
        </li>
        <li>
          <strong>Share what isn't yours.</strong> No pictures, numbers or stories of other people without their okay.
        </li>
        <li>
          <strong>Put people in danger.</strong> No dares, no banned substances, no encouraging anyone to train through
          an injury.
        </li>
        <li>
          <strong>Pretend to be someone else.</strong> Use your own name and face, and one account.
        </li>
      </Points>
    ),
  },
  {
    id: 'hosts',
    title: 'If you host a session',
    body: (
      <Points>
        <li>Say what you'll do, who it's for and what to bring. Set the level so people know if it fits.</li>
        <li>A gender preference is for comfort and safety, never to keep out someone you don't like.</li>
        <li>Be there first. If plans change, move the session early. We'll let everyone know.</li>
        <li>You organize, you don't supervise. If someone is hurt, get the gym's staff and call for help.</li>
      </Points>
    ),
  },
  {
    id: 'block',
    title: 'When someone crosses a line',
    body: (
      <>
        <Points>
          <li>
            <strong>Block them.</strong> Open their profile and choose Block. You won't see each other anywhere, and we
            don't tell them.
          </li>
          <li>
            <strong>Report it.</strong> Choose Report from the menu of a profile, a message or a session. Your gym's
            admins get a copy as it was at that moment, and the person isn't told.
          </li>
          <li>
            <strong>Tell your gym.</strong> The staff can ask us to remove a person from the community.
          </li>
          <li>
            <strong>Tell us.</strong> Email <a href="mailto:safety@spotter.example">safety@spotter.example</a> and say
            who, what and when. We read it within a day and never say who told us.
          </li>
          <li>
            <strong>In danger? Call 000</strong>, or your local emergency number, first.
          </li>
        </Points>
      </>
    ),
  },
  {
    id: 'what-we-do',
    title: 'What we do about it',
    body: (
      <>
        <p>
          It depends on how serious it is. We may have a word with someone, remove content, or suspend or close an
          account. Violence, sexual harassment, hate and putting people in danger close it the first time.
        </p>
        <p>
          If it's your account, we'll tell you what happened and why, unless that puts someone at risk. You can ask for
          a second look by another person. The <Link to="/terms-of-service">terms of service</Link> cover the rest.
        </p>
      </>
    ),
  },
];

export const CommunityGuidelinesPage = () => (
  <DocumentPage
    title="Community guidelines"
    lead="How we treat each other, on the floor and in the chat. They apply in every gym on Spotter."
    changed="2026-11-16"
    sections={sections}
  />
);
