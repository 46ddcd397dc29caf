import { expect } from 'chai';
import type { Decider } from '../../domain/decider.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal, type Decision, type Refusal } from '../../domain/refusal.ts';

/**
 * A decider in a sentence: `given(events).when(command).then(events)`, or `.then(refusedAt('lines', 'entry_unbalanced'))`.
 * What comes out must also be digestible: the decider evolves on it before the comparison.
 */
export function givenFor<Command, State, Opened extends State>(decider: Decider<Command, State, Opened>) {
  return (...history: readonly (DomainEvent | readonly DomainEvent[])[]) => {
    let state = decider.initialState;
    const evolve = (events: readonly DomainEvent[]): void =>
      events.forEach((event) => (state = decider.evolve(state, event)));
    history.forEach((step) => evolve(Array.isArray(step) ? (step as readonly DomainEvent[]) : [step as DomainEvent]));
    return {
      state: state as Opened,
      when(command: Command) {
        const decision = decider.decide(command, state);
        if (!isRefusal(decision)) evolve(decision);
        return buildOutcome(decision);
      },
    };
  };
}

function buildOutcome(decision: Decision<DomainEvent>) {
  return {
    decision,
    /** The events, when the command was carried out. */
    get events(): readonly DomainEvent[] {
      if (isRefusal(decision)) throw new Error(`Refused: ${JSON.stringify(decision)}`);
      return decision;
    },
    then(expected: readonly DomainEvent[] | Refusal): void {
      if (isRefusal(expected)) expect(omitParameters(decision)).to.deep.equal(expected);
      else expect(decision).to.deep.equal(expected);
    },
  };
}

/** A refusal of plain validation: pairs of field and code in the order of the answer. */
export function refusedAt(...problems: readonly (readonly [field: string, code: string])[]): Refusal {
  return { refused: true, problems: problems.map(([field, code]) => ({ field, code })) };
}

/** A refusal with a stable code, such as `in_use`. */
export function refused(
  code: string,
  { field, facts }: { readonly field?: string; readonly facts?: Refusal['facts'] } = {},
): Refusal {
  return { refused: true, code, problems: [field === undefined ? { code } : { code, field }], ...(facts && { facts }) };
}

/** The values inside a message are the business of the test that cares for them. */
function omitParameters(decision: Decision<DomainEvent>): unknown {
  if (!isRefusal(decision)) return decision;
  return {
    ...decision,
    problems: decision.problems.map(({ params: _values, labels: _labels, ...problem }) => problem),
  };
}
