import { Link } from 'react-router';
import { DocumentPage, type DocumentSection, Points } from './document-page.tsx';

const sections: DocumentSection[] = [
  {
    id: 'agreement',
    title: 'What this is',
    body: (
      <>
        <p>
          These terms are the agreement between you and Spotter, run from Australia, about using the Spotter app and
          website. By creating an account or registering a gym you agree to them. If you register a gym, you confirm
          that you may do so on its behalf.
        </p>
        <p>
          The <Link to="/privacy-policy">privacy policy</Link> and the{' '}
          <Link to="/community-guidelines">community guidelines</Link> belong to this agreement.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <Points>
        <li>You must be 16 or older and give your true name and an email address that is yours.</li>
        <li>One person, one account. Keep your password to yourself; tell us at once if somebody else has it.</li>
        <li>
          Members join by an invitation: a gym's code, a friend's link or a session's link. The gym decides who may be
          part of its community and may end a membership of it.
        </li>
        <li>A demo account is temporary, and everything in it goes when the demo ends.</li>
      </Points>
    ),
  },
  {
    id: 'training',
    title: 'You train at your own risk',
    body: (
      <>
        <p>
          Spotter helps people meet. It does not coach, supervise, examine or vouch for anyone. Sessions are arranged by
          members, not by us, and levels and goals are what people say about themselves.
        </p>
        <p>
          Ask a doctor before you begin or change your training if you have any reason to. Follow your gym's rules and
          staff. In an emergency call 000, or your local emergency number; not us.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'How we treat each other',
    body: (
      <>
        <p>
          The <Link to="/community-guidelines">community guidelines</Link> say it in full. In short, you do not harass,
          deceive, endanger, advertise to or impersonate other people, and you do not attack, overload, copy or
          automatically read the service.
        </p>
        <p>
          When someone does, we or the gym may remove content, suspend or end the account. Except where someone's safety
          is at stake we say why, and you may ask us to look again.
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'What you write and upload',
    body: (
      <p>
        It stays yours. You let us store it and show it to the people you share it with, for as long as you keep it
        here, because otherwise the app could not work. Upload only what you may share. A gym that uploads its logo,
        fonts and icons confirms that it may use them.
      </p>
    ),
  },
  {
    id: 'gyms',
    title: 'For gyms',
    body: (
      <Points>
        <li>
          You are responsible for the people you make admins, for your opening hours and session types, and for having a
          lawful reason to invite your members.
        </li>
        <li>
          Members' information is theirs first. Use what you see in Spotter to run your gym's community and for nothing
          else, and follow the privacy laws where you are.
        </li>
        <li>You may put your own brand on the app. You may not resell it, or suggest that we stand behind your gym.</li>
        <li>On request we hand you your organization's data in a common format before the agreement ends.</li>
      </Points>
    ),
  },
  {
    id: 'price',
    title: 'Pilot, trial and price',
    body: (
      <>
        <p>
          For members Spotter is free. The pilot is free for 20 gyms; early adopters keep 50% off forever afterwards,
          which means off the list price, for as long as the same organization stays without a break. The simple gym
          sign-up comes with a 30-day free trial.
        </p>
        <p>
          Nothing is charged before you have agreed to a price in writing. Prices are in Australian dollars and include
          GST where it applies. You may end a paid plan at the end of any month.
        </p>
      </>
    ),
  },
  {
    id: 'availability',
    title: 'What we promise, and what we cannot',
    body: (
      <>
        <p>
          We run Spotter with care, keep backups and answer for what we do. We cannot promise that it is always there or
          free of faults, and we may change it; we announce changes that take something away.
        </p>
        <p>
          Nothing in these terms takes away rights that you have under the Australian Consumer Law or the consumer law
          of your own country. Where the law lets us limit our liability, we answer only for loss that was foreseeable,
          and for a gym in total up to what it paid us in the twelve months before. We do not limit it for death or
          injury caused by our negligence, for fraud, or where the law forbids it.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'Ending it',
    body: (
      <p>
        You may delete your account in your profile at any time, with immediate effect. We may end this agreement with
        30 days' notice, or at once if you break it badly. What you shared in a session or conversation with others may
        stay there without your name.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and changes',
    body: (
      <>
        <p>
          The law of New South Wales, Australia, applies, and its courts are responsible, unless the consumer law where
          you live gives you the right to your own. Talk to us first: most things can be put right with a message to{' '}
          <a href="mailto:support@spotter.example">support@spotter.example</a>.
        </p>
        <p>
          When these terms change we tell you at least 30 days before. If you do not agree you may leave; if you go on
          using Spotter afterwards, the new terms hold.
        </p>
      </>
    ),
  },
];

export const TermsOfServicePage = () => (
  <DocumentPage
    title="Terms of service"
    lead="The rules between you and us. We kept them short enough to be read."
    changed="15 November 2026"
    sections={sections}
  />
);
