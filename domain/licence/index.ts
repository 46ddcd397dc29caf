import type { Firm } from '../firms/state.ts';
import { on, type Subject } from '../subject.ts';
import { decideLicence, evolveLicence, licenceEvents } from './licence.ts';

/** The licence of a firm: how many people and company files it may have. */
export const licence = {
  events: licenceEvents,
  decide: { ActivateLicence: decideLicence, ReleaseLicence: decideLicence },
  evolve: [on(licenceEvents, (firm, event) => ({ ...firm, licence: evolveLicence(firm.licence, event) }))],
  slices: { licence: { initial: null } },
} satisfies Subject<Firm>;
