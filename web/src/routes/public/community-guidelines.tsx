import { Link } from 'react-router';
import { DocumentPage, type DocumentSection, Points } from './document-page.tsx';

const sections: DocumentSection[] = [
  {
    id: 'spirit',
    title: 'The spirit of it',
    body: (
      <p>
        A spotter is the person who watches over your lift. That is all we ask: look out for one another. Everyone was
        new once, everyone has a bad day, and everyone came to get a little better.
      </p>
    ),
  },
  {
    id: 'do',
    title: 'Do',
    body: (
      <Points>
        <li>
          <strong>Turn up, or say so.</strong> Somebody is waiting. If you cannot make it, tap 'Can't make it', and your
          place goes to the next person.
        </li>
        <li>
          <strong>Be honest about your level.</strong> It makes better matches, and it keeps people safe under a bar.
        </li>
        <li>
          <strong>Welcome the new ones.</strong> Say hello first. Explain the session. Share the rack.
        </li>
        <li>
          <strong>Ask before you coach, touch or film.</strong> No answer is a no.
        </li>
        <li>
          <strong>Follow the gym's own rules.</strong> Its staff have the last word on the floor.
        </li>
      </Points>
    ),
  },
  {
    id: 'do-not',
    title: 'Do not',
    body: (
      <Points>
        <li>
          <strong>Harass.</strong> No insults, threats, stalking, or repeated messages to someone who does not answer.
        </li>
        <li>
          <strong>Discriminate.</strong> Not by origin, skin, religion, gender, sexuality, body, age, disability or
          ability.
        </li>
        <li>
          <strong>Treat it as a dating app.</strong> Unwanted advances and sexual content have no place here.
        </li>
        <li>
          <strong>Comment on bodies.</strong> Praise the lift, not the looks. No unasked advice on weight or food.
        </li>
        <li>
          <strong>Sell.</strong> No advertising, supplements, recruiting or collecting of contacts.
        </li>
        <li>
          <strong>Share what is not yours.</strong> No pictures, numbers or stories of other people without their yes.
        </li>
        <li>
          <strong>Endanger.</strong> No dares, no banned substances, no encouraging anyone to train through an injury.
        </li>
        <li>
          <strong>Pretend.</strong> Your own name and face, one account.
        </li>
      </Points>
    ),
  },
  {
    id: 'hosts',
    title: 'If you host a session',
    body: (
      <Points>
        <li>Say what will happen, for whom, and what to bring. Set the level so that people can judge.</li>
        <li>A gender preference is for comfort and safety, never to keep out a person you dislike.</li>
        <li>Be there first. If plans change, move the session early; everybody is told.</li>
        <li>You arrange, you do not supervise. When someone is hurt, get the gym's staff and call for help.</li>
      </Points>
    ),
  },
  {
    id: 'block',
    title: 'When somebody crosses a line',
    body: (
      <>
        <Points>
          <li>
            <strong>Block.</strong> On their profile. You vanish for each other everywhere, at once, and they are not
            told.
          </li>
          <li>
            <strong>Tell your gym.</strong> Its admins can remove a person from the community.
          </li>
          <li>
            <strong>Tell us.</strong> Write to <a href="mailto:safety@spotter.example">safety@spotter.example</a>. Say
            who, what and when. We read it within a day and never tell who wrote.
          </li>
          <li>
            <strong>In danger, call 000</strong>, or your local emergency number, first.
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
          Depending on how serious it is: a word, removal of the content, a pause, or the end of the account. Violence,
          sexual harassment, hate and putting people in danger end it at the first time.
        </p>
        <p>
          You are told what happened and why, unless that would put somebody at risk, and you can ask for a second look
          by another person. The <Link to="/terms-of-service">terms of service</Link> say the rest.
        </p>
      </>
    ),
  },
];

export const CommunityGuidelinesPage = () => (
  <DocumentPage
    title="Community guidelines"
    lead="How we treat each other, on the floor and in the chat. They hold in every gym on Spotter."
    changed="15 November 2026"
    sections={sections}
  />
);
