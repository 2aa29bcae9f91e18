import type { CallId } from './calls.ts';

/** The state machine of an entity: its first state and its transitions. */
export interface StateMachine {
  readonly entity: string;
  readonly initial: string;
  readonly transitions: readonly Transition[];
}

/**
 * A transition of a state machine. `by` describes its cause. `call` is the call that causes it; in a state without this
 * transition, the call is refused with `wrong_state`. A transition without `call` is caused by time or by a sign-in.
 */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly call?: CallId;
}

function decided(from: string, ...to: readonly string[]): Transition[] {
  return to.map((state) => ({
    from,
    to: state,
    by: 'a reviewer decides it, or decides it anew',
    call: 'reviews.decide',
  }));
}

/** The state machines of all entities with states. */
export const stateMachines: readonly StateMachine[] = [
  {
    entity: 'user',
    initial: 'invited',
    transitions: [
      {
        from: 'invited',
        to: 'active',
        by: 'sets a password with the one-time link, mailed or handed over',
        call: 'passwords.set',
      },
      { from: 'invited', to: 'suspended', by: 'is suspended', call: 'users.suspend' },
      { from: 'active', to: 'suspended', by: 'is suspended: every access stops at once', call: 'users.suspend' },
      {
        from: 'suspended',
        to: 'active',
        by: 'is let in again, with a password or a passkey',
        call: 'users.reactivate',
      },
      { from: 'suspended', to: 'invited', by: 'is let in again, without any', call: 'users.reactivate' },
      { from: 'invited', to: 'deleted', by: 'is deleted', call: 'users.remove' },
      { from: 'active', to: 'deleted', by: 'is deleted', call: 'users.remove' },
      { from: 'suspended', to: 'deleted', by: 'is deleted', call: 'users.remove' },
    ],
  },
  {
    entity: 'grant',
    initial: 'scheduled or active',
    transitions: [
      { from: 'scheduled', to: 'active', by: 'its start comes' },
      { from: 'active', to: 'expired', by: 'its end comes' },
      { from: 'scheduled', to: 'revoked', by: 'is revoked', call: 'grants.revoke' },
      { from: 'active', to: 'revoked', by: 'is revoked', call: 'grants.revoke' },
    ],
  },
  {
    entity: 'access request',
    initial: 'pending',
    transitions: [
      { from: 'pending', to: 'approved', by: 'an owner approves it: the grant begins', call: 'requests.approve' },
      { from: 'pending', to: 'denied', by: 'an owner refuses it, with a reason', call: 'requests.deny' },
      { from: 'pending', to: 'withdrawn', by: 'the person takes it back', call: 'requests.withdraw' },
      { from: 'pending', to: 'expired', by: 'nobody decides it in fourteen days' },
    ],
  },
  {
    entity: 'review',
    initial: 'open',
    transitions: [{ from: 'open', to: 'closed', by: 'is closed: what was decided is done', call: 'reviews.close' }],
  },
  {
    entity: 'review item',
    initial: 'pending',
    transitions: [
      ...decided('pending', 'kept', 'revoked', 'shortened', 'handed on'),
      ...decided('handed on', 'kept', 'revoked', 'shortened'),
      ...decided('kept', 'revoked', 'shortened', 'handed on'),
      ...decided('revoked', 'kept', 'shortened', 'handed on'),
      ...decided('shortened', 'kept', 'revoked', 'handed on'),
      ...['handed on', 'kept', 'revoked', 'shortened'].map((from) => ({
        from,
        to: 'pending',
        by: 'the decision is taken back, until the review is closed',
        call: 'reviews.undo' as const,
      })),
    ],
  },
  {
    entity: 'role taken in an emergency',
    initial: 'unreviewed',
    transitions: [
      { from: 'unreviewed', to: 'justified', by: 'somebody else finds it right', call: 'breakGlass.review' },
      {
        from: 'unreviewed',
        to: 'objected',
        by: 'somebody else finds it wrong: the grant ends at once',
        call: 'breakGlass.review',
      },
    ],
  },
  {
    entity: 'set-password link',
    initial: 'pending',
    transitions: [
      { from: 'pending', to: 'used', by: 'a password is set with it', call: 'passwords.set' },
      { from: 'pending', to: 'replaced', by: 'a newer one of its kind is made, or another one of the user is used' },
      { from: 'pending', to: 'expired', by: 'its time runs out' },
    ],
  },
  {
    entity: 'sign-in',
    initial: 'begun',
    transitions: [
      {
        from: 'begun',
        to: 'second factor asked',
        by: 'the password is right, and the person has an authenticator app',
      },
      { from: 'begun', to: 'done', by: 'the password or a passkey is right and nothing else is asked' },
      { from: 'second factor asked', to: 'done', by: 'a code, a recovery code or a passkey is right' },
      { from: 'second factor asked', to: 'begun', by: 'its time runs out, or the password changes' },
    ],
  },
  {
    entity: 'passkey',
    initial: 'active',
    transitions: [{ from: 'active', to: 'removed', by: 'its owner or a help desk removes it' }],
  },
  {
    entity: 'authenticator app',
    initial: 'offered',
    transitions: [
      { from: 'offered', to: 'active', by: 'its first code is right' },
      { from: 'offered', to: 'expired', by: 'its time runs out, or another one is offered' },
      { from: 'active', to: 'replaced', by: 'another one becomes active' },
      { from: 'active', to: 'removed', by: 'its owner or a help desk removes it' },
    ],
  },
  {
    entity: 'recovery code',
    initial: 'unused',
    transitions: [
      { from: 'unused', to: 'used', by: 'somebody signs in with it' },
      { from: 'unused', to: 'replaced', by: 'new ones are made' },
      { from: 'unused', to: 'removed', by: 'no second factor is left' },
    ],
  },
  {
    entity: 'signing key',
    initial: 'next',
    transitions: [
      { from: 'next', to: 'current', by: 'keys are rotated' },
      { from: 'current', to: 'retired', by: 'keys are rotated' },
    ],
  },
  {
    entity: 'session',
    initial: 'active',
    transitions: [{ from: 'active', to: 'ended', by: 'signing out, being signed out, or its time running out' }],
  },
];
