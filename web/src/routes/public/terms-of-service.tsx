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
          website. By creating an account or registering a gym, you agree to them. If you register a gym, you confirm
          that you're allowed to do so on its behalf.
        </p>
        <p>
          The <Link to="/privacy-policy">privacy policy</Link> and the{' '}
          <Link to="/community-guidelines">community guidelines</Link> are part of this agreement.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <Points>
        <li>You must be 16 or older and use your real name and your own email address.</li>
        <li>One person, one account. Keep your password to yourself, and tell us right away if someone else has it.</li>
        <li>
          Members join with an invite: a gym's code, a friend's link or a session's link. The gym decides who can be
          part of its community and can remove members from it.
        </li>
        <li>A demo account is temporary. Everything in it is deleted when the demo ends.</li>
      </Points>
    ),
  },
  {
    id: 'training',
    title: 'You train at your own risk',
    body: (
      <>
        <p>
          Spotter helps people meet. It doesn't coach, supervise, check or vouch for anyone. Members organize sessions,
          not us, and levels and goals are what people say about themselves.
        </p>
        <p>
          If in doubt, ask a doctor before you start or change your training. Follow your gym's rules and staff. In an
          emergency, call 000 or your local emergency number, not us.
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
          The <Link to="/community-guidelines">community guidelines</Link> have the details. In short: don't harass,
          deceive, endanger, advertise to or impersonate other people, and don't attack, overload, copy or scrape the
          service.
        </p>
        <p>
          If someone does, we or the gym may remove content, or suspend or close the account. Unless someone's safety is
          at stake, we'll say why, and you can ask us to look again.
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'What you post',
    body: (
      <p>
        It stays yours. You let us store it and show it to the people you share it with, for as long as you keep it
        here, so the app can work. Only upload what you're allowed to share. A gym that uploads its logo, fonts and
        icons confirms that it's allowed to use them.
      </p>
    ),
  },
  {
    id: 'gyms',
    title: 'For gyms',
    body: (
      <Points>
        <li>
          You're responsible for the people you make admins, for your opening hours and session types, and for having a
          lawful reason to invite your members.
        </li>
        <li>
          Members' information is theirs first. Use what you see in Spotter only to run your gym's community, and follow
          your local privacy laws.
        </li>
        <li>You can put your own brand on the app. You can't resell it, or suggest that we endorse your gym.</li>
        <li>If you ask, we'll give you your organization's data in a common format before the agreement ends.</li>
      </Points>
    ),
  },
  {
    id: 'price',
    title: 'Pilot, trial and price',
    body: (
      <>
        <p>
          For members, Spotter is free. The pilot is free for 20 gyms. After that, early adopters get 50% off forever:
          off the list price, for as long as the same organization stays without a break. The simple gym sign-up comes
          with a 30-day free trial.
        </p>
        <p>
          We don't charge anything before you've agreed to a price in writing. Prices are in Australian dollars and
          include GST where it applies. You can end a paid plan at the end of any month.
        </p>
      </>
    ),
  },
  {
    id: 'availability',
    title: "What we promise, and what we can't",
    body: (
      <>
        <p>
          We run Spotter with care, keep backups and stand by what we do. We can't promise that it's always available or
          free of faults, and we may change it. If a change takes something away, we'll tell you first.
        </p>
        <p>
          Nothing in these terms takes away your rights under the Australian Consumer Law or the consumer law of your
          own country. Where the law lets us limit our liability, we're liable only for foreseeable loss and, for a gym,
          up to the total it paid us in the twelve months before. We don't limit it for death or injury caused by our
          negligence, for fraud, or where the law doesn't allow it.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    title: 'Ending it',
    body: (
      <p>
        You can delete your account in your profile at any time, with immediate effect. We can end this agreement with
        30 days' notice, or right away if you seriously break it. What you shared in a session or chat may stay there
        without your name.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and changes',
    body: (
      <>
        <p>
          The law of New South Wales, Australia, applies, and its courts decide, unless the consumer law where you live
          gives you the right to your own. Talk to us first. Most things can be sorted out with an email to{' '}
          <a href="mailto:support@spotter.example">support@spotter.example</a>.
        </p>
        <p>
          If these terms change, we'll tell you at least 30 days before. If you don't agree, you can leave. If you keep
          using Spotter after that, the new terms apply.
        </p>
      </>
    ),
  },
];

export const TermsOfServicePage = () => (
  <DocumentPage
    title="Terms of service"
    lead="The rules between you and us. We kept them short so you can actually read them."
    changed="2026-11-15"
    sections={sections}
  />
);
