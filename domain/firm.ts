import { firmMirror } from './bridge/index.ts';
import type { Decider } from './decider.ts';
import { firms } from './firms/index.ts';
import type { Firm } from './firms/state.ts';
import { licence } from './licence/index.ts';
import { refuse } from './refusal.ts';
import { buildAggregate, type CommandOf, type EventRecordedBy } from './subject.ts';
import { webhooks } from './webhooks/index.ts';

export type { Firm } from './firms/state.ts';

/** Every subject in the stream of a firm, one line each. */
const subjects = [firms, licence, webhooks, firmMirror];

export type FirmSubject = (typeof subjects)[number];
export type FirmCommand = CommandOf<FirmSubject>;
export type FirmEvent = EventRecordedBy<FirmSubject>;

const whole = buildAggregate<Firm, FirmSubject>(subjects);

export const firmEvents = whole.events;

export const firm: Decider<FirmCommand, Firm> = {
  initialState: whole.initialState,
  decide: (command, state) =>
    state.identity || command.type === 'OpenFirm' || command.type === 'MirrorFirm'
      ? whole.decide(command, state)
      : refuse('not_found'),
  evolve: whole.evolve,
  findOpened: (state) => state,
};
